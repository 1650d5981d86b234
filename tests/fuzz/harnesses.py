"""The doors of the program, each with a way to make inputs for it. A harness raises where something is not in order."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.fuzz import generators as make
from tests.fuzz.draws import one_of
from tests.fuzz.extremes import EXTREMES
from tests.properties.records import damage, recorded

from hasenpfeffer import chance
from hasenpfeffer.errors import CaseError, HasenpfefferError, RecordError
from hasenpfeffer.lang.parse import parse
from hasenpfeffer.lang.unparse import unparse
from hasenpfeffer.library import folder
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import read_deal, write_deal
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.record.lines import Chain
from hasenpfeffer.play.record.replay import verify
from hasenpfeffer.reading.diagnostic import Findings
from hasenpfeffer.reading.place import whole_file
from hasenpfeffer.reading.tree import Text
from hasenpfeffer.report.findings import as_text
from hasenpfeffer.report.findings.formats import FORMATS, Look, rendered
from hasenpfeffer.report.findings.outcome import Outcome
from hasenpfeffer.shelf.load import load_reference
from hasenpfeffer.study.cases.words import Words
from hasenpfeffer.study.checking.checker import Checker
from hasenpfeffer.study.checking.targets import Target
from hasenpfeffer.study.sheets import Sheet

if TYPE_CHECKING:
    from tests.fuzz.draws import Draw

    from hasenpfeffer.play.rules import CompiledRules

GAMES: Final = ("hasenpfeffer", "euchre", "skat", "spades", "five-hundred", "hearts", "bridge")
_NAME: Final = "fuzzed.yaml"


class Harness(NamedTuple):
    """`make` gives an input, `run` takes it through a door. Of a hundred inputs `share` are of this kind."""

    name: str
    share: int
    make: Callable[[Draw], Any]
    run: Callable[[Any], None]


# ---------------------------------------------------------------- files


def check(text: bytes, patches: tuple[str, ...] = (), *, deals: int = 2) -> None:
    """Every finding of a text, in every format; a file that comes to nothing without a finding is not in order."""
    checker = Checker({}, deals=deals)
    checked = checker.check_text(_NAME, text, patches)
    items = checker.findings.items
    outcome = Outcome(items, checker.files.texts)
    for format in FORMATS:
        rendered(format, outcome, Look())
    loaded = checked.loaded
    if loaded is not None and loaded.ruleset is None and not items:
        raise AssertionError("a file came to nothing, and nothing was found")


def _rules(draw: Draw) -> bytes:
    if not draw.below(4):
        return make.patch(draw)
    return make.spoilt_file(draw, make.files())


def _cases(draw: Draw) -> bytes:
    return make.spoilt_file(draw, tuple(text for text in make.files() if b"\ncases:" in text))


def _composition(draw: Draw) -> tuple[bytes | None, str]:
    if draw.below(3):
        return None, make.spoilt_line(one_of(draw, make.lines("references.txt")), draw)
    names = [entry.stem for entry in sorted((folder("rules") / "variants").glob("*.yaml"))]
    return make.patch(draw), "+".join(one_of(draw, names) for _ in range(1 + draw.below(4)))


def _compose(composition: tuple[bytes | None, str]) -> None:
    text, reference = composition
    if text is not None:
        check(text, tuple(reference.split("+")))
        return
    checker = Checker({}, deals=1)
    checker.check(Target(reference, "reference"))
    as_text(checker.findings.items, checker.files.texts)


def _schema_for(text: bytes) -> None:
    from hasenpfeffer.report.editor.base_schema import text_of
    from hasenpfeffer.shelf.base import base_of

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _NAME
        path.write_bytes(text)
        base = base_of(str(path), Findings())
    if base is not None:
        json.loads(text_of(base))


# ---------------------------------------------------------------- words and lines


@cache
def game(name: str) -> CompiledRules:
    loaded = load_reference(name)
    assert loaded.ruleset is not None
    return compile_rules(loaded.ruleset)


@cache
def _words(name: str) -> Words:
    return Words(game(name))


def _expression(draw: Draw) -> tuple[str, str]:
    return one_of(draw, GAMES[:3]), make.spoilt_formula(draw)


def _work_out(question: tuple[str, str]) -> None:
    """A formula read, written out and read again, typed and worked out."""
    name, text = question
    written = Text(text, whole_file(_NAME), exact=False)
    tree = parse(written, Findings())
    if tree is not None:
        again = parse(Text(unparse(tree), whole_file(_NAME), exact=False), Findings())
        if again is None or unparse(again) != unparse(tree):
            raise AssertionError(f"written out it means something else: {unparse(tree)}")
    rules = game(name)
    try:
        typed = _words(name).expression(written)
    except CaseError:
        return
    state = machine.start(rules, dealer=0, pack=tuple(range(rules.pack.size))).state
    try:
        rules.formula(typed)(Environment(rules, state, 1))
    except ZeroDivisionError:
        return


def _deal(draw: Draw) -> tuple[str, str]:
    name = one_of(draw, GAMES)
    rules = game(name)
    seeds = make.lines("deals.txt")
    if draw.below(2):
        pack = chance.shuffled(rules.pack.size, draw.below(1000), 0, 1)
        seeds = (write_deal(rules, machine.start(rules, dealer=0, pack=pack).state),)
    return name, make.spoilt_line(one_of(draw, seeds), draw)


def _read_deal(question: tuple[str, str]) -> None:
    rules = game(question[0])
    try:
        dealt = read_deal(rules, question[1])
    except HasenpfefferError:
        return
    state = machine.start(rules, dealer=dealt.dealer or 0, pack=dealt.pack).state
    if read_deal(rules, write_deal(rules, state)).pack is None:
        raise AssertionError("a deal cannot be written down")


def _sheet(draw: Draw) -> tuple[str, tuple[str, ...]]:
    return one_of(draw, GAMES[:6]), tuple(
        make.spoilt_line(one_of(draw, make.lines("sheets.txt")), draw) for _ in range(1 + draw.below(3))
    )


def _keep(told: tuple[str, tuple[str, ...]]) -> None:
    name, lines = told
    try:
        sheet = Sheet(game(name).ruleset)
    except HasenpfefferError:
        return
    for line in lines:
        if sheet.is_over:
            return
        before = sheet.scores
        try:
            question = sheet.question(line)
            if question is None:
                sheet.enter(line)
        except CaseError:
            if sheet.scores != before:
                raise AssertionError("a line that was refused changed the scores") from None


# ---------------------------------------------------------------- records


@cache
def _record(name: str, seed: int) -> bytes:
    return "".join(recorded(game(name), seed, 40)).encode()


def _spoilt_record(draw: Draw) -> bytes:
    record = _record(one_of(draw, GAMES[:3]), draw.below(3))
    if draw.below(3):
        return _signed_again(record, draw)
    return damage(record, draw).record


def _signed_again(record: bytes, draw: Draw) -> bytes:
    """A record whose lines say something else, with checksums that fit."""
    chain = Chain()
    lines = [json.loads(line) for line in record.splitlines()]
    for _ in range(1 + draw.below(3)):
        _change(one_of(draw, lines), draw)
    written = []
    for line in lines:
        data = {key: value for key, value in line.items() if key not in ("n", "check")} or {"kind": ""}
        written.append(chain.line(data))
    return "".join(written).encode("utf-8", "replace")


def _change(data: Any, draw: Draw) -> None:
    """Changes one value somewhere in data."""
    while isinstance(data, dict | list) and data:
        keys: list[Any] = sorted(data) if isinstance(data, dict) else list(range(len(data)))
        key = one_of(draw, keys)
        inner = data[key]
        if not isinstance(inner, dict | list) or not inner or not draw.below(6):
            data[key] = one_of(draw, _VALUES)
            return
        data = inner


_VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    1.5,
    "",
    "north",
    "pass",
    [],
    {},
    [[]],
    "x" * 3000,
    {"op": "and"},
    "1/0",
)


def _replay(record: bytes) -> None:
    try:
        verify(record)
    except RecordError as error:
        if not str(error):
            raise AssertionError("a record is refused without a word") from None


HARNESSES: Final = (
    Harness("rules", 15, _rules, check),
    Harness("expressions", 40, _expression, _work_out),
    Harness("compositions", 5, _composition, _compose),
    Harness("cases", 5, _cases, check),
    Harness("deals", 15, _deal, _read_deal),
    Harness("records", 5, _spoilt_record, _replay),
    Harness("sheets", 10, _sheet, _keep),
    Harness("schema for", 5, _rules, _schema_for),
)


def extreme(name: str) -> None:
    """Takes one of the extreme inputs through the checker."""
    os.environ.setdefault("PYTHONHASHSEED", "0")
    check(EXTREMES[name]())
