"""The shape of a rule file held against the schema: one precise finding for each defect."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from hasenpfeffer.kept import Marks
from hasenpfeffer.lang.ast import KEYWORDS
from hasenpfeffer.reading.place import Place, whole_file
from hasenpfeffer.reading.suggest import asked, choices_text, did_you_mean, nearest, quoted
from hasenpfeffer.reading.tree import HOLE, Group, List, Text, as_data, find, has_holes
from hasenpfeffer.shelf import structure_fixes
from hasenpfeffer.shelf.keys import branches, describe, schema_data, schema_text
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from jsonschema.exceptions import ValidationError

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.fixes import Fixes
    from hasenpfeffer.reading.tree import Node
    from hasenpfeffer.shelf.keys import Schema

DataPath: TypeAlias = tuple[str | int, ...]


def check_written(tree: Group, findings: Findings) -> bool:
    """Check a file as its author wrote it: a ruleset, a patch or a file of cases. True if all is well."""
    found = defects(tree)
    report(found, findings)
    return not found


# --- running the schema -----------------------------------------------------------------------------------


_MOST_UNKNOWN = 100
"""Unknown keys of one group that are told one by one."""


@dataclass(frozen=True, slots=True)
class Defect:
    """One finding before it is decided whether it only follows from another."""

    code: str
    message: str
    place: Place
    path: DataPath
    help: str = ""
    key: str = ""
    """The key that is unknown or missing."""
    is_one_of_several: bool = False
    """Whether something else could stand in place of the missing key."""
    could_be: tuple[str, ...] = ()
    """Keys that are not there and could have the value of an unknown one."""
    meant: str = ""
    """The name that was probably meant: for the unknown key, or for the group in which one is missing."""
    fixes: Fixes = ()
    is_nameless: bool = False
    """Whether what stands there is one member without the name that each has."""


_IN_ORDER = Marks("in-order")
"""Files whose shape was found in order: the same words under the same schema are so for ever."""


def defects(tree: Group, entry: str = "") -> list[Defect]:
    """Whatever is wrong with the structure of a file as written, or as another `entry` of the schema says."""
    whole = not has_holes(tree)
    mark = _mark(tree, entry) if whole else ""
    if mark in _IN_ORDER:
        return []
    found = _too_new(tree) or _without_follow_ons(list(_defects(tree, entry)))
    if whole and not found:
        _IN_ORDER.add(mark)
    return found


def report(found: Iterable[Defect], findings: Findings) -> None:
    """Each defect as a finding."""
    for defect in found:
        findings.error(
            defect.code,
            defect.message,
            defect.place,
            path=".".join(map(str, defect.path)),
            help=defect.help,
            fixes=defect.fixes,
        )


def _mark(tree: Group, entry: str) -> str:
    """A fingerprint of what is written, and of all that decides whether its shape is right."""
    content = json.dumps(as_data(tree), default=repr)
    return hashlib.sha256(f"{_schema_mark()}\0{entry}\0{content}".encode()).hexdigest()


@cache
def _schema_mark() -> str:
    """The part of every fingerprint that says which program it was, and which schema."""
    return hashlib.sha256(f"{__version__}\0{schema_text()}".encode()).hexdigest()


def _too_new(tree: Group) -> list[Defect]:
    known: int = schema_data()["$defs"]["file"]["properties"]["language"]["maximum"]
    written = tree.get("language")
    version = as_data(written) if isinstance(written, Text) else None
    if written is None or not isinstance(version, int) or version <= known:
        return []
    message = f"This file is written in language {version}, and this program knows up to {known}"
    help = "Update the program; nothing else was checked"
    return [Defect("S208", message, written.place, ("language",), help)]


def _defects(tree: Group, entry: str) -> Iterator[Defect]:
    seen = set()
    for error in _validator(entry).iter_errors(as_data(tree)):
        for defect in _translate(tree, error):
            if defect not in seen:
                seen.add(defect)
                yield defect


def _without_follow_ons(defects: list[Defect]) -> list[Defect]:
    """Drop what only follows: parts of a value of the wrong shape, and the right name of a misspelt key."""
    misshapen = {defect.path for defect in defects if defect.code == "S204"}
    unknown = [defect for defect in defects if defect.code == "S201"]

    def can_be(other: Defect, missing: Defect) -> bool:
        """Whether an unknown key can be the missing one: it is nearly called so, or like nothing else."""
        if other.path[:-1] != missing.path[:-1]:
            return False
        if nearest(other.key, (missing.key,)) or other.meant == missing.key:
            return True
        return missing.key in other.could_be

    kept: list[Defect] = []
    missing: dict[Defect, str] = {}
    for defect in defects:
        if any(defect.path[:end] in misshapen for end in range(len(defect.path))):
            continue
        same = [other for other in unknown if can_be(other, defect)] if defect.code == "S206" else []
        missing.update((other, defect.key) for other in same if nearest(other.key, (defect.key,)))
        if not same:
            kept.append(defect)
    return [replace(defect, meant=missing.get(defect, defect.meant)) for defect in kept]


@cache
def _validator(entry: str) -> Any:
    from jsonschema import Draft202012Validator

    if not entry:
        return Draft202012Validator(schema_data())
    return _validator("").evolve(schema=schema_data()["$defs"][entry])


# --- one error of the schema, as findings -----------------------------------------------------------------


def _translate(tree: Group, error: ValidationError) -> Iterator[Defect]:
    if error.instance is HOLE or (error.validator == "required" and _is_incomplete(tree, error)):
        return iter(())
    if "propertyNames" in list(error.absolute_schema_path)[-3:]:
        return _bad_name(tree, error)
    translate = _TRANSLATIONS.get(str(error.validator), _wrong_value)
    return translate(tree, error)


def _is_incomplete(tree: Group, error: ValidationError) -> bool:
    """Whether what is missing may stand in a part that could not be read."""
    group = _node(tree, _path(error))
    return isinstance(group, Group) and group.incomplete


def _unknown_keys(tree: Group, error: ValidationError) -> Iterator[Defect]:
    schema: Schema = _as_group(error.schema)
    known = tuple(schema.get("properties", ()))
    path = _path(error)
    unknown = [key for key in _as_group(error.instance) if key not in known]
    for number, key in enumerate(unknown):
        if number == _MOST_UNKNOWN:
            message = f"{len(unknown) - number} more unknown keys{_in(path)}"
            yield Defect("S201", message, _key_place(tree, (*path, key)), (*path, key))
            return
        other = did_you_mean(key, known)
        meant = nearest(key, known) or _meant_by_content(schema, _as_group(error.instance), key)
        yield Defect(
            "S201",
            f"Unknown key {quoted(key)}{_in(path)}" + (f".{other}" if other else ""),
            _key_place(tree, (*path, key)),
            (*path, key),
            f"Keys here: {choices_text(known, key)}" if known else "Leave it out",
            key=key,
            meant=meant,
            could_be=() if meant else _could_be(schema, _as_group(error.instance), key),
            fixes=structure_fixes.for_unknown_key(_node(tree, path), key, known),
        )


def _meant_by_content(schema: Schema, group: Mapping[str, object], unknown: str) -> str:
    """The one key that is not there yet and has all the settings that stand below an unknown one."""
    content = _as_group(group[unknown])
    fitting = [
        key
        for key, child in schema.get("properties", {}).items()
        if isinstance(child, dict)
        and key not in group
        and content
        and all(any(_own_children(child, word)) for word in content)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _could_be(schema: Schema, group: Mapping[str, object], unknown: str) -> tuple[str, ...]:
    """The keys that are not there yet and can have the value of an unknown one."""
    validator = _validator("")
    return tuple(
        key
        for key, child in schema.get("properties", {}).items()
        if key not in group and validator.evolve(schema=child).is_valid(group[unknown])
    )


def _own_children(schema: Schema, key: str) -> Iterator[bool]:
    return (key in branch.get("properties", ()) for branch in branches(schema))


def _missing(tree: Group, error: ValidationError) -> Iterator[Defect]:
    schema: Schema = _as_group(error.schema)
    path = _path(error)
    if "x-expected" in schema:
        yield _misshapen(tree, path, schema["x-expected"], _as_group(error.instance))
        return
    place = _key_place(tree, path)
    for key in _wanted(error):
        if key in _as_group(error.instance):
            continue
        if "x-missing" in schema:
            message = f"{_at_start(path)} needs {schema['x-missing']}"
            help = "Write one of them"
            yield Defect("S206", message, place, (*path, key), help, key=key, is_one_of_several=True)
            continue
        text = describe(_keys((*path, key)), _kind(tree, path))
        example = f", such as `{key}: {_flow(text.examples[0])}`" if text and text.examples else ""
        help = f"Add `{key}`{example}" if path else f"Add `{key}`, or extend a game that has it"
        meant = _meant_another(tree, path, key)
        hint = asked(meant)
        message = f"`{key}` is missing{_in(path)}{hint}"
        fixes: Fixes = ()
        if path and text and text.examples:
            fixes = structure_fixes.for_missing_key(_node(tree, path), key, _flow(text.examples[0]))
        yield Defect("S206", message, place, (*path, key), help, key=key, meant=meant, fixes=fixes)


def _meant_another(tree: Group, path: DataPath, key: str) -> str:
    """The neighbour that a name was probably meant to be, which has what is missing here."""
    group = find(tree, tuple(map(str, path[:-1]))) if path else None
    if not isinstance(group, Group):
        return ""
    whole = [
        entry.key.text for entry in group.entries if isinstance(entry.value, Group) and entry.value.entry(key)
    ]
    return nearest(str(path[-1]), whole) or ""


def _wrong_choice(tree: Group, error: ValidationError) -> Iterator[Defect]:
    path = _path(error)
    place = _value_place(tree, path)
    choices = _wanted(error)
    group_too = " or a group of settings" if "x-or" in _as_group(error.schema) else ""
    text = describe(_keys(path), _kind(tree, path)) if group_too else None
    such_as = f" such as `{text.groups[0]}`" if text is not None and text.groups else ""
    if not isinstance(error.instance, (str, int)):
        yield _misshapen(tree, path, f"one of its words{group_too}", error.instance)
        return
    value = str(error.instance)
    fixes = structure_fixes.for_wrong_choice(_node(tree, path), choices)
    if choices == ("yes", "no"):
        message = f"{_at_start(path)} must be `yes` or `no`, and {quoted(value)} is neither"
        yield Defect("S210", message, place, path, "Write `yes` or `no`", fixes=fixes)
        return
    message = f"{quoted(value)} is not a choice for {_Shown(path)}"
    other = did_you_mean(value, choices)
    help = f"Choices: {choices_text(choices, value)}{group_too and ',' + group_too + such_as}"
    yield Defect("S203", message + (f".{other}" if other else ""), place, path, help, fixes=fixes)


def _wrong_type(tree: Group, error: ValidationError) -> Iterator[Defect]:
    path = _path(error)
    wanted = _wanted(error)
    if wanted == ("integer",) and isinstance(error.instance, str):
        message = f"{_at_start(path)} must be a whole number, and {quoted(error.instance)} is not one"
        fixes = structure_fixes.for_wrong_number(_node(tree, path))
        help = "Write digits without quotes"
        yield Defect("S211", message, _value_place(tree, path), path, help, fixes=fixes)
        return
    if nameless := _nameless(tree, path, wanted, error):
        yield nameless
        return
    words = dict.fromkeys(shape for name, shape in _SHAPES.items() if name in wanted)
    fixes = structure_fixes.for_wrong_shape(_node(tree, path), wanted)
    yield replace(_misshapen(tree, path, " or ".join(words), error.instance), fixes=fixes)


def _nameless(tree: Group, path: DataPath, wanted: tuple[str, ...], error: ValidationError) -> Defect | None:
    """Settings that belong into a member stand where the names of members are expected."""
    settings = _as_group(_as_group(error.schema).get("properties"))
    if wanted != ("object",) or not path or path[-1] not in settings:
        return None
    group = _node(tree, path[:-1])
    keys = [key for key in group.keys() if key in settings] if isinstance(group, Group) else []
    if not keys:
        return None
    shown = ", ".join(f"{key}: …" for key in keys)
    name = str(path[-2]) if len(path) > 1 else ""
    return Defect(
        "S204",
        f"{quoted(keys[0])} stands in {_Shown(path[:-1])} without a name above it",
        _key_place(tree, (*path[:-1], keys[0])),
        path[:-1],
        f"Put a name of your own above, as in `{name}: {{a name: {{{shown}}}}}`",
        is_nameless=True,
    )


def _wrong_text(tree: Group, error: ValidationError) -> Iterator[Defect]:
    path = _path(error)
    place = _value_place(tree, path)
    value = str(error.instance)
    words: list[str] | None = _as_group(error.schema).get("x-words")
    if words is not None:
        message = f"{quoted(value)} is not a choice for {_Shown(path)}"
        fixes = structure_fixes.for_wrong_choice(_node(tree, path), words)
        yield Defect("S203", message, place, path, f"Write {' or '.join(words)}", fixes=fixes)
        return
    exotic = not value.replace("_", "").replace(":", "").lstrip("+-").isdigit()
    message = f"{_at_start(path)} must be a whole number, and {quoted(value)} is not one"
    help = "Write the digits of a whole number" if exotic else "Write digits only, without quotes"
    fixes = structure_fixes.for_wrong_number(_node(tree, path))
    yield Defect("S212" if exotic else "S211", message, place, path, help, fixes=fixes)


def _wrong_value(tree: Group, error: ValidationError) -> Iterator[Defect]:
    path = _path(error)
    match error.validator:
        case "minItems" | "minProperties":
            message = f"{_at_start(path)} is empty"
            help = "Write what belongs there, or leave it out"
            yield Defect("S206", message, _value_place(tree, path), path, help)
        case "maxProperties" if alone := _as_group(error.schema).get("x-alone"):
            place = _key_place(tree, (*path, alone))
            message = f"`{alone}` stands beside other settings{_in(path)}"
            yield Defect("S204", message, place, path, f"Leave only `{alone}` there")
        case "maxProperties":
            yield _misshapen(tree, path, "a single setting", error.instance)
        case "minimum" | "maximum":
            least, most = (_as_group(error.schema).get(end) for end in ("minimum", "maximum"))
            message = f"{_at_start(path)} must be a whole number from {least} to {most}"
            fixes = structure_fixes.for_number_out_of_range(_node(tree, path), least, most)
            help = "Write a number within these limits"
            yield Defect("S212", message, _value_place(tree, path), path, help, fixes=fixes)
        case _:
            message = f"{_at_start(path)} cannot be understood"
            help = _as_in(path, _kind(tree, path)) or "Write it as the language does, or leave it out"
            yield Defect("S204", message, _value_place(tree, path), path, help)


def _bad_name(tree: Group, error: ValidationError) -> Iterator[Defect]:
    path = _path(error)
    name = str(error.instance)
    place = _key_place(tree, (*path, name))
    word = next((word for word in name.split(" ") if word in KEYWORDS), None)
    spaced = " ".join(name.replace("_", " ").replace("-", " ").split())
    code = "S209"
    if spaced != name and spaced:
        help = f"Write `{spaced}`"
    elif word is not None:
        code = "S223"
        help = f"Choose a name without `{word}`, which is a word of the language"
    else:
        help = "Start with a letter; use letters, numbers and apostrophes, with single spaces between words"
    message = f"{quoted(name)} cannot be a name{_in(path)}"
    fixes = structure_fixes.for_name(_node(tree, path), name, spaced)
    yield Defect(code, message, place, (*path, name), help, fixes=fixes)


def _misshapen(tree: Group, path: DataPath, expected: str, value: object) -> Defect:
    message = f"{_at_start(path)} must be {expected}, and this is {_found(value)}"
    is_text = isinstance(value, (str, int))
    as_list = f"Write a list, such as `[{value}]`" if is_text and expected == _SHAPES["array"] else ""
    help = as_list or _as_in(path, _kind(tree, path)) or f"Write {expected}"
    if isinstance(value, dict) and {"if", "then"} <= set(value):
        help = "Put it into a list: a line that starts with `-`, and a line for all other cases"
    return Defect("S204", message, _value_place(tree, path), path, help)


def _as_in(path: DataPath, kind: str | None) -> str:
    """How a setting is written, by its example."""
    keys = _keys(path)
    text = describe(keys, kind) if keys and keys[-1:] == path[-1:] else None
    return f"Write it as in `{keys[-1]}: {_flow(text.examples[0])}`" if text and text.examples else ""


_TRANSLATIONS: dict[str, Callable[[Group, ValidationError], Iterator[Defect]]] = {
    "additionalProperties": _unknown_keys,
    "required": _missing,
    "enum": _wrong_choice,
    "type": _wrong_type,
    "pattern": _wrong_text,
}

_SHAPES = {"string": "text", "integer": "text", "array": "a list", "object": "a group of settings"}


# --- words and places -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """A path as messages show it."""

    path: DataPath

    def __str__(self) -> str:
        if not self.path:
            return "A rule file"
        last = self.path[-1]
        if isinstance(last, int):
            return f"item {last + 1} of {_Shown(self.path[:-1])}"
        return f"`{'.'.join(_keys(self.path))}`"


def _at_start(path: DataPath) -> str:
    shown = str(_Shown(path))
    return shown[0].upper() + shown[1:]


def _in(path: DataPath) -> str:
    return f" in {_Shown(path)}" if path else ""


def _found(value: object) -> str:
    if isinstance(value, dict):
        return "a group of settings"
    if isinstance(value, list):
        return "a list"
    return quoted(str(value))


def _flow(value: object) -> str:
    """An example of the schema as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)


def _wanted(error: ValidationError) -> tuple[str, ...]:
    """What the failed keyword of the schema names: keys, choices or types."""
    value = error.validator_value
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, list) else ()


def _keys(path: DataPath) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


def _path(error: ValidationError) -> DataPath:
    return tuple(error.absolute_path)


def _as_group(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _node(tree: Node, path: DataPath) -> Node:
    node = tree
    for part in path:
        match node:
            case Group() if (child := node.get(str(part))) is not None:
                node = child
            case List() if isinstance(part, int):
                node = node.items[part]
    return node


def _key_place(tree: Group, path: DataPath) -> Place:
    """The place of the key at `path`; of the item, where that is an item of a list; else the file's start."""
    if not path:
        return whole_file(tree.place.file)
    parent = _node(tree, path[:-1])
    entry = parent.entry(str(path[-1])) if isinstance(parent, Group) else None
    return entry.key.place if entry else _node(tree, path).place


def _value_place(tree: Group, path: DataPath) -> Place:
    """The place of a text; for a list or group that stands below its key, the place of the key."""
    node = _node(tree, path)
    return node.place if isinstance(node, Text) else _key_place(tree, path)


def _kind(tree: Group, path: DataPath) -> str | None:
    if len(path) < 2 or path[0] != "steps":
        return None
    step = _node(tree, path[:2])
    kind = step.get("do") if isinstance(step, Group) else None
    return kind.text if isinstance(kind, Text) else None
