"""Writes the parts of the documentation that the program itself knows: `python docs/build.py`.

Each part stands between two comments, `<!-- built: NAME -->` and `<!-- end built -->`. `--check` only tells
which files are not up to date.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "engine"))

from hasenpfeffer.lang.types import Kind  # noqa: E402
from hasenpfeffer.lang.vocabulary import WORDS, Sizes, Word  # noqa: E402
from hasenpfeffer.library import folder  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PART = re.compile(r"(<!-- built: ([a-z ]+) -->\n).*?(<!-- end built -->)", re.DOTALL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell which files are not up to date")
    only_check = parser.parse_args().check
    stale = 0
    for path in documents():
        text = path.read_text("utf-8")
        made = built(text)
        if made == text:
            continue
        stale += 1
        if not only_check:
            path.write_text(made, "utf-8")
        print(f"{path.relative_to(ROOT)} {'is not up to date' if only_check else 'written'}")
    return 1 if only_check and stale else 0


def documents() -> list[Path]:
    """Every page that has built parts, or could have."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def built(text: str) -> str:
    """A page with its built parts made anew."""
    return _PART.sub(lambda match: f"{match[1]}{PARTS[match[2]]()}{match[3]}", text)


# --- keys, from the schema


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
    Section("Every step", "What steps of all kinds can say.", ()),
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
SHOWN_ELSEWHERE = frozenset({"any-step", "step", "written", "resolved", "written-steps", "field", "options"})
"""Definitions that repeat what the sections show."""

OF_EVERY_STEP = ("do", "if", "before", "after")


def keys() -> str:
    """Every key of the language, section by section."""
    schema = json.loads((folder("grammar") / "ruleset.schema.json").read_text("utf-8"))
    shapes, needed = schema["$defs"], _needed(schema["$defs"])
    parts = []
    for section in SECTIONS:
        rows: list[str] = []
        for shape in section.shapes:
            rows += _rows(shape, shapes, needed.get(shape, frozenset()))
        if not section.shapes:
            common = dict(_keys_of(shapes["any-step"]))
            rows = [_row(name, common[name], needed=False) for name in OF_EVERY_STEP]
        about = f"{section.about}\n\n" if section.about else ""
        table = "| key | says | for example |\n|---|---|---|\n" + "".join(rows)
        parts.append(f"### {section.title}\n\n{about}{table}")
    return "\n" + "\n".join(parts) + "\n"


def _rows(shape: str, shapes: dict[str, Any], needed: frozenset[str]) -> list[str]:
    is_step = shape.endswith("-step")
    return [
        _row(name, body, needed=name in needed)
        for name, body in _keys_of(shapes[shape])
        if not (is_step and name in OF_EVERY_STEP)
    ]


def _keys_of(shape: dict[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The keys of a definition, those of the groups inside it too; references lead to other sections."""
    for name, body in shape.get("properties", {}).items():
        if isinstance(body, dict) and "title" in body:
            yield f"{above}{name}", body
            yield from _keys_of(body, f"{above}{name}: ")
        elif body is True and name == "steps":
            yield (
                "steps",
                {"title": "Steps", "description": "What happens in a deal, step by step, in order."},
            )
    for inner in ("then", "else"):
        if isinstance(shape.get(inner), dict):
            yield from _keys_of(shape[inner], above)


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
            needed.setdefault(f"{kind}-step", set()).update(rule["then"]["required"])
    for shape, body in shapes.items():
        needed.setdefault(shape, set()).update(body.get("required", ()))
        needed[shape].update(body.get("then", {}).get("required", ()) if shape == "conditional" else ())
    return {shape: frozenset(names) for shape, names in needed.items()}


def _row(name: str, body: dict[str, Any], *, needed: bool) -> str:
    says = body["description"] + (" A whole game needs it." if needed else "")
    examples = " · ".join(f"`{_written(example)}`" for example in body.get("examples", ()))
    return f"| `{name}` | {_cell(says)} | {_cell(examples)} |\n"


def _written(example: object) -> str:
    """An example as it would stand in a file."""
    if isinstance(example, list):
        return "[" + ", ".join(_written(item) for item in example) + "]"
    return str(example)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def kinds() -> str:
    """The kinds of steps, a line each."""
    shapes = json.loads((folder("grammar") / "ruleset.schema.json").read_text("utf-8"))["$defs"]
    steps = shapes["written-steps"]["properties"]
    rows = "".join(f"| `{name}` | {_cell(body['description'])} |\n" for name, body in steps.items())
    return f"\n| kind | what happens |\n|---|---|\n{rows}\n"


# --- words, from the vocabulary

GROUPS = (
    ("Seats", (Kind.SEATS, Kind.TEAMS)),
    ("Cards", (Kind.CARDS, Kind.TRICKS)),
    ("Suits", (Kind.SUITS,)),
    ("Numbers", (Kind.NUMBER,)),
    ("Conditions", (Kind.YESNO,)),
    ("Calls", (Kind.CALLS,)),
)
ARGUMENTS = {Kind.SEATS: "x", Kind.CARDS: "cards", Kind.SUITS: "suit", Kind.TRICKS: "trick"}
KNOWN_TO = {"public": "everybody", "own": "the seat itself", "secret": "nobody for sure"}
_SIZES = Sizes(seats=4, cards=24, hand=6, points=0, point_denominator=1, deals=200)


def words() -> str:
    """Every word that can be looked up, by what it gives."""
    parts = []
    for title, group in GROUPS:
        rows = "".join(_word(word) for word in WORDS if word.result(_SIZES).kind in group)
        parts.append(f"### {title}\n\n| word | means | known to |\n|---|---|---|\n{rows}")
    return "\n" + "\n".join(parts) + "\n"


def _word(word: Word) -> str:
    asked = "" if word.argument is None else f" of {ARGUMENTS[word.argument]}"
    return f"| `{word.name}{asked}` | {_cell(word.about)} | {KNOWN_TO[word.secrecy]} |\n"


# --- a deal, played

TRANSCRIPT = ("play", "--seat", "none", "--seed", "104", "--plain")
_SECOND_DEAL = "deal 2:"


def transcript() -> str:
    """The first deal of a game that only bots play, as the program prints it, without the tricks between."""
    lines = _first_deal()
    won = [number for number, line in enumerate(lines) if " wins trick " in line]
    first, last_but_one = won[0], won[-2]
    shown = [*lines[: first + 1], "…", *lines[last_but_one + 1 :]]
    return "```\n$ " + " ".join(("hasenpfeffer", *TRANSCRIPT)) + "\n" + "\n".join(shown) + "\n```\n"


def _first_deal() -> list[str]:
    playing = subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *TRANSCRIPT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "engine"), "NO_COLOR": "1"},
    )
    assert playing.stdout is not None
    with playing.stdout as output:
        lines = []
        for line in output:
            if line.startswith(_SECOND_DEAL):
                break
            lines.append(line.rstrip())
    playing.wait()
    return lines


PARTS: dict[str, Callable[[], str]] = {"keys": keys, "kinds": kinds, "words": words, "transcript": transcript}

if __name__ == "__main__":
    sys.exit(main())
