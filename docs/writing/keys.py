"""The keys and kinds of steps of the language, from the schema."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docs.writing.examples import OF_EVERY_STEP, WHOLE, best
from docs.writing.games import of_key
from docs.writing.places import cell, link

from hasenpfeffer.shelf.keys import schema_data

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of the list of keys; `shapes` are the definitions of the schema that it shows."""

    title: str
    about: str
    shapes: tuple[str, ...]


SECTIONS = (
    Section("The top of a file", "What a game or a patch can say.", ("file",)),
    Section("`parameters`", "Under the name of each parameter:", ("parameter",)),
    Section("`players`", "", ("players",)),
    Section("`sides`", "", ("sides",)),
    Section(
        "`deck`", "Suits that are written out, and ranks and extra cards, have keys of their own.", ("deck",)
    ),
    Section("`deck`: a suit, a rank or an extra card", "", ("suit", "special-card")),
    Section("`ranking`", "", ("ranking",)),
    Section("`ranking`: `cards of no suit`", "Under the name of each card or set:", ("card-of-no-suit",)),
    Section(
        "`values`", "Besides these keys any card pattern, with its points.", ("values", "card-points-line")
    ),
    Section("`counters`", "Under the name of each counter:", ("counter",)),
    Section("`melds`", "Under the name of each meld:", ("meld",)),
    Section("`terms`: a line of a tally", "", ("tally-line",)),
    Section(
        "Lists and tables",
        "Where a value may be a list or a table, anywhere.",
        ("conditional", "table", "additions"),
    ),
    Section("Every step", "What steps of all kinds can say.", ("any-step",)),
    Section("Step `deal`", "", ("deal-step",)),
    Section("Step `deal`: a pile", "", ("pile",)),
    Section("Step `deal`: `thrown in`", "Under a name for each:", ("thrown-in",)),
    Section("Step `auction`", "", ("auction-step",)),
    Section("Step `auction`: a call", "Besides these keys any term, as a field.", ("call",)),
    Section("Step `auction`: `ends`", "", ("auction-end", "duel")),
    Section("Step `auction`: `all pass`", "", ("all-pass",)),
    Section("Step `predict`", "", ("predict-step",)),
    Section("Step `choose`", "", ("choose-step",)),
    Section("Step `choose`: a named option", "Besides these keys any term, as a field.", ("option",)),
    Section("Step `go alone`", "", ("go-alone-step",)),
    Section("Step `take`", "", ("take-step",)),
    Section("Step `discard`", "", ("discard-step",)),
    Section("Step `give`", "", ("give-step",)),
    Section("Step `exchange`", "", ("exchange-step",)),
    Section("Step `move`", "", ("move-step",)),
    Section("Step `turn up`", "", ("turn-up-step",)),
    Section("Step `meld`", "", ("meld-step",)),
    Section("Step `tricks`", "", ("tricks-step",)),
    Section("Step `tricks`: a bar", "Under the name of each bar:", ("bar",)),
    Section("Step `tricks`: an announcement", "Under the name of each announcement:", ("announcement",)),
    Section("`scoring`", "Under the name of each line:", ("scoring-line",)),
    Section("`game`", "", ("game",)),
    Section("`game`: `over`", "", ("game-end",)),
    Section("A file of cases", "", ("case-file",)),
    Section("A case", "Under the name of each case:", ("case",)),
    Section("A case: `given`", "Besides these any term, lookup or counter of the rules.", ("given",)),
    Section("A case: a deed in the script", "", ("deed",)),
    Section("A case: `then`", "Besides these any term, lookup or counter of the rules.", ("then",)),
)
SHOWN_ELSEWHERE = frozenset({"step", "written", "resolved", "written-steps", "field", "options"})
"""Definitions that repeat what the sections show."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One key as the reference shows it."""

    shape: str
    name: str
    body: dict[str, Any]
    needed: bool

    @property
    def default(self) -> str:
        """What holds where the key is not written."""
        if self.needed:
            return "must be written"
        told = _DEFAULT.search(self.body["description"])
        if told:
            return told[1]
        return f"`{self.body['default']}`" if "default" in self.body else "none"

    @property
    def says(self) -> str:
        """The description but for the default, which has a column of its own."""
        return _DEFAULT.sub("", self.body["description"]).strip()


_DEFAULT = re.compile(r"The default is (.+?)\.(?= |\Z)")


def keys() -> str:
    """Every key of the language, section by section."""
    parts = []
    for section in SECTIONS:
        about = f"{section.about}\n\n" if section.about else ""
        rows = "".join(_row(entry) for shape in section.shapes for entry in entries(shape))
        head = "| key | takes | default | says | for example | games |\n|---|---|---|---|---|---|\n"
        parts.append(f"### {section.title}\n\n{about}{head}{rows}")
    return "\n" + "\n".join(parts) + "\n"


def entries(shape: str) -> Iterator[KeyEntry]:
    """The keys of a definition that its section shows."""
    needed = _needed(schema_data()["$defs"]).get(shape, frozenset())
    for name, body in keys_of(schema_data()["$defs"][shape]):
        if shape == "any-step" and name not in OF_EVERY_STEP:
            continue
        if shape.endswith("-step") and shape != "any-step" and name in OF_EVERY_STEP:
            continue
        yield KeyEntry(shape, name, body, name in needed)


def keys_of(shape: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The keys of a definition, those of the groups inside it too; references lead to other sections."""
    for name, body in shape.get("properties", {}).items():
        if isinstance(body, dict) and "title" in body:
            yield f"{above}{name}", body
            yield from keys_of(body, f"{above}{name}: ")
        elif body is True and name == "steps":
            yield "steps", {**schema_data()["$defs"]["written"]["properties"]["steps"], "x-kind": "a group"}
    for inner in ("then", "else"):
        if isinstance(shape.get(inner), dict):
            yield from keys_of(shape[inner], above)


def _needed(shapes: dict[str, Any]) -> dict[str, frozenset[str]]:
    """For each definition, the keys that a whole ruleset must have there."""
    resolved = shapes["resolved"]
    needed = {
        "file": {*shapes["file"]["required"], *resolved["else"]["required"]},
        **{name: set(body["required"]) for name, body in resolved["else"]["properties"].items()},
    }
    for name, shape in (("parameters", "parameter"), ("counters", "counter"), ("melds", "meld")):
        needed[shape] = set(resolved["properties"][name]["additionalProperties"]["required"])
    for rule in shapes["resolved-step"]["allOf"]:
        kind = rule["if"]["properties"]["do"]["const"].replace(" ", "-")
        if "not" not in rule["if"]:
            needed.setdefault(f"{kind}-step", set()).update(rule["then"].get("required", ()))
    for shape, body in shapes.items():
        needed.setdefault(shape, set()).update(body.get("required", ()))
        needed[shape].update(body.get("then", {}).get("required", ()) if shape == "conditional" else ())
    return {shape: frozenset(names) for shape, names in needed.items()}


def _row(entry: KeyEntry) -> str:
    use = best((entry.shape, entry.name), entry.body.get("default"))
    example = f"`{use.text}` {link(use.file)}" if use else ""
    takes, games = entry.body.get("x-kind", ""), of_key((entry.shape, entry.name))
    parts = (f"`{entry.name}`", takes, entry.default, entry.says, example, games)
    return "| " + " | ".join(cell(part) for part in parts) + " |\n"


def kinds() -> str:
    """The kinds of steps, a line each."""
    steps = schema_data()["$defs"]["written-steps"]["properties"]
    rows = "".join(
        f"| `{name}` | {cell(body['description'])} | {of_key((_shape(name), WHOLE))} |\n"
        for name, body in steps.items()
    )
    return f"\n| kind | what happens | games |\n|---|---|---|\n{rows}\n"


def _shape(kind: str) -> str:
    """The definition of the schema that a kind of step has."""
    return f"{kind.replace(' ', '-')}-step"
