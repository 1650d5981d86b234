"""Texts made from the grammar, from the schema and from seeds: some sound, most of them nearly so."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lark import Lark
from tests.fuzz.draws import one_of
from tests.properties.mutations import MEANING, SHAPE

from hasenpfeffer.library import folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.fuzz.draws import Draw

SEEDS: Final = Path(__file__).parent / "seeds"

NAMES: Final = (
    *("bid", "trump", "declarer", "declarers", "defenders", "dealer", "seats", "teams", "tricks", "points"),
    *(
        "hand",
        "me",
        "seat",
        "team",
        "card",
        "trumps",
        "suits",
        "joker",
        "bowers",
        "A",
        "J",
        "hearts",
        "spades",
    ),
    *("left", "next", "partner", "score", "leading", "played", "suit led", "any card", "nothing", "nobody"),
    *(
        "stakes",
        "made",
        "gain",
        "loss",
        "target",
        "north",
        "lone player",
        "winner",
        "trick",
        "call",
        "yes",
        "no",
    ),
    *("Ä’x 1", "q" * 70),
)
_SIGNS: Final = {
    "NAME": NAMES,
    "NUMBER": ("0", "1", "2", "10", "999999999999", "007"),
    "COMPARE": ("=", "!=", "<", "<=", ">", ">=", "=="),
    "AGGREGATE": ("count(", "any(", "all(", "sum(", "most(", "fewest(", "first(", "highest(", "lowest("),
}
_DEEPEST: Final = 7


# ---------------------------------------------------------------- formulas


@cache
def _grammar() -> tuple[dict[str, list[tuple[str, ...]]], dict[str, tuple[str, ...]]]:
    """For each part of `rules.lark` the ways to make it, and for each sign how it is written."""
    lark = Lark((folder("grammar") / "rules.lark").read_text("utf-8"), parser="lalr", keep_all_tokens=True)
    rules: dict[str, list[tuple[str, ...]]] = {}
    for rule in lark.rules:
        rules.setdefault(str(rule.origin.name), []).append(tuple(str(part.name) for part in rule.expansion))
    signs = {terminal.name: (_written(terminal.pattern.value),) for terminal in lark.terminals}
    return rules, {**signs, **_SIGNS}


def _written(pattern: str) -> str:
    """A sign as its pattern says it; of choices the first."""
    plain = re.sub(r"\\b", "", pattern).replace(" +", " ").replace("\\", "")
    return re.sub(r"\(([^|()]*)\|[^()]*\)", r"\1", plain)


def formula(draw: Draw) -> str:
    """A formula that the grammar allows."""
    rules, signs = _grammar()
    parts: list[str] = []

    def make(name: str, depth: int) -> None:
        if name in signs:
            parts.append(one_of(draw, signs[name]))
            return
        ways = rules[name]
        if depth > _DEEPEST:
            ways = [way for way in ways if len(way) == 1 and way[0] != "AGGREGATE"] or ways
        for part in one_of(draw, ways):
            make(part, depth + 1 if len(ways) > 1 else depth)

    for _ in range(20):
        parts.clear()
        try:
            make("start", 0)
        except RecursionError:
            continue
        if len(parts) < 200:
            return " ".join(parts)
    return "1"


def spoilt_formula(draw: Draw) -> str:
    """A formula from a seed or the grammar, perhaps with a few signs changed."""
    text = formula(draw) if draw.below(2) else one_of(draw, lines("expressions.txt"))
    return spoilt_line(text, draw)


def spoilt_line(text: str, draw: Draw) -> str:
    """A line with some pieces dropped, doubled, swapped or replaced; often none."""
    pieces = re.findall(r"\w+|\s+|.", text)
    for _ in range(max(0, draw.below(6) - 2) if pieces else 0):
        at, other = draw.below(len(pieces)), draw.below(len(pieces))
        match draw.below(5):
            case 0:
                pieces[at] = ""
            case 1:
                pieces[at] *= 2
            case 2:
                pieces[at], pieces[other] = pieces[other], pieces[at]
            case 3:
                pieces[at] = one_of(draw, NAMES)
            case _:
                pieces[at] = one_of(draw, ODD)
    return "".join(pieces)


ODD: Final = (
    *(
        "(",
        ")",
        "-",
        "..",
        ",",
        "\u202e",
        "\x00",
        "🂡",
        "\u00a0",
        "%",
        "9" * 40,
        "if",
        "of of",
        "=",
        "\n",
        "é" * 50,
    ),
    *("\ud800", "\t", "'", '"', "`", "{", "]", "1e9", "-0", "\ufeff", " or else ", " among ", "count("),
)


@cache
def lines(name: str) -> tuple[str, ...]:
    """The lines of a file of seeds."""
    return tuple((SEEDS / name).read_text("utf-8").splitlines())


# ---------------------------------------------------------------- whole files


@cache
def files() -> tuple[bytes, ...]:
    """Whole rule files and files of cases to begin with: those of the seeds and the shipped ones."""
    paths = [*sorted(SEEDS.glob("*.yaml")), *sorted(folder("rules").rglob("*.yaml"))]
    return tuple(path.read_bytes() for path in paths)


def spoilt_file(draw: Draw, whole: Sequence[bytes]) -> bytes:
    """A file after a few changes of meaning or of anything."""
    text = one_of(draw, whole)
    changes = MEANING if draw.below(2) else (*MEANING, *SHAPE)
    for _ in range(draw.below(5)):
        text = one_of(draw, changes)(text, draw)
    return text


def patch(draw: Draw) -> bytes:
    """A patch of the house game that the schema mostly allows, written in short form."""
    maker = _FromSchema(draw)
    head = "language: 1\ntitle: Made by lot\nextends: hasenpfeffer\n"
    sections = (
        "parameters",
        "players",
        "deck",
        "card names",
        "ranking",
        "values",
        "counters",
        "steps",
        "terms",
    )
    chosen = {
        one_of(draw, (*sections, "scoring", "game", "promises", "remove", "melds", "sides")) for _ in range(3)
    }
    body = "".join(
        f"{name}: {flow(maker.value(_schema()['properties'][name], 0))}\n" for name in sorted(chosen)
    )
    return (head + body).encode("utf-8", "replace")


@cache
def _schema() -> Mapping[str, Any]:
    schema: Mapping[str, Any] = json.loads((folder("grammar") / "ruleset.schema.json").read_text("utf-8"))
    return {**schema, **schema["$defs"]["file"]}


class _FromSchema:
    """Values that a schema allows, as far as it says so in ways that are understood here."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def value(self, schema: Any, depth: int) -> Any:
        if not isinstance(schema, dict) or depth > 8:
            return self._text()
        if "$ref" in schema:
            return self.value(_schema()["$defs"][schema["$ref"].rpartition("/")[2]], depth + 1)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return one_of(self._draw, schema["enum"])
        ways = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
        ways = ways or [schema[key] for key in ("then", "else") if key in schema]
        if ways:
            return self.value(one_of(self._draw, ways), depth + 1)
        if "properties" in schema or "additionalProperties" in schema or schema.get("type") == "object":
            return self._group(schema, depth)
        if schema.get("type") == "array" or "items" in schema:
            return [self.value(schema.get("items"), depth + 1) for _ in range(self._draw.below(4))]
        if schema.get("type") == "integer":
            return self._draw.below(12) - 1
        return self._text()

    def _group(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        known = schema.get("properties", {})
        keys = list(known)
        chosen = {one_of(self._draw, keys) for _ in range(self._draw.below(4))} if keys else set()
        group = {
            key: self.value(known[key], depth + 1)
            for key in sorted(chosen | set(schema.get("required", ())) & set(keys))
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            for _ in range(self._draw.below(3)):
                group[one_of(self._draw, _OWN_NAMES)] = self.value(others, depth + 1)
        return group

    def _text(self) -> str:
        return formula(self._draw) if self._draw.below(3) else one_of(self._draw, NAMES)


_OWN_NAMES: Final = (
    "tricks",
    "auction",
    "alone",
    "trump",
    "made",
    "loss",
    "our own",
    "deal",
    "target",
    "set",
    "joker",
)


def flow(value: Any) -> str:
    """A value on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value)
