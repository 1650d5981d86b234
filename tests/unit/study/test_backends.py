"""Which backend plays, what it says of that, and that all of them bring the same."""

from __future__ import annotations

import sys

import pytest

import hasenpfeffer as hp
from hasenpfeffer.errors import KernelRefusal, StuckError, UsageError
from hasenpfeffer.kernel import program
from hasenpfeffer.kernel.kept_programs import program_of
from hasenpfeffer.kernel.native.machine import can_play_side_by_side, is_available
from hasenpfeffer.study import backends
from hasenpfeffer.study.backends import choose, choose_for_all
from hasenpfeffer.study.emitted_rows import Native, Plain
from hasenpfeffer.study.plan import Plan
from hasenpfeffer.study.studies import Study

HOUSE = hp.load("hasenpfeffer").ruleset
SHORT = hp.load("hasenpfeffer", "defenders-score", target=6).ruleset
FEW, MANY = Plan("deals", 20), Plan("deals", 10_000_000)
LONG_SEED = (1 << 127) + (1 << 63) + 12345

needs_llvm = pytest.mark.skipif(not is_available(), reason="needs llvmlite")


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory):
    """What these tests keep for speed is nobody else's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def nothing_made(monkeypatch):
    """Backends are chosen but not made: what would be is told by name."""

    class Named:
        def __init__(self, name, note):
            self.name, self.note = name, note

    monkeypatch.setattr(
        backends,
        "_emitted",
        lambda ruleset, plan, one, note="", *, native, compiling: Named(
            "native" if native else "python", note
        ),
    )
    monkeypatch.setattr(backends, "_has_llvm", lambda: True)
    monkeypatch.setattr(backends, "_is_kept", lambda one: False)


def refused(monkeypatch):
    """No set of cards is small enough for the kernel."""
    monkeypatch.setattr(program, "MOST_WORDS", 0)


# --- auto


def test_few_deals_are_played_without_making_machine_code(nothing_made):
    chosen = choose(HOUSE, FEW)
    assert (chosen.name, chosen.note) == ("python", "")


def test_many_deals_are_worth_making_it(nothing_made):
    assert choose(HOUSE, MANY).name == "native"
    assert choose(HOUSE, Plan("games", 100_000)).name == "native"
    assert choose(HOUSE, Plan("games", 200)).name == "native"  # random players seldom reach the target


def test_what_is_kept_plays_even_few(nothing_made, monkeypatch):
    monkeypatch.setattr(backends, "_is_kept", lambda one: True)
    assert choose(HOUSE, FEW).name == "native"


@pytest.mark.parametrize(
    ("plan", "name", "is_kept", "times"),
    [
        (FEW, "auto", False, 0),
        (MANY, "auto", False, 1),
        (MANY, "auto", True, 0),
        (FEW, "native", False, 1),
        (FEW, "native", True, 0),
        (FEW, "python", False, 0),
    ],
)
def test_who_asks_is_told_before_machine_code_is_made(nothing_made, monkeypatch, plan, name, is_kept, times):
    monkeypatch.setattr(backends, "_is_kept", lambda one: is_kept)
    told = []
    choose(HOUSE, plan, name, lambda: told.append(name))
    assert len(told) == times


def test_rulesets_that_are_compared_are_played_alike(nothing_made, monkeypatch):
    kept = program_of(HOUSE).text
    monkeypatch.setattr(backends, "_is_kept", lambda one: one.text == kept)
    assert {one.name for one in choose_for_all((HOUSE, SHORT), FEW)} == {"python"}
    assert {one.name for one in choose_for_all((HOUSE, SHORT), MANY)} == {"native"}


def test_without_llvmlite_long_work_says_what_would_help(nothing_made, monkeypatch):
    monkeypatch.setattr(backends, "_has_llvm", lambda: False)
    many, few = choose(HOUSE, MANY), choose(HOUSE, FEW)
    assert (many.name, few.name, few.note) == ("python", "python", "")
    assert "pip install 'hasenpfeffer[fast]'" in many.note


def test_bots_that_think_are_left_to_the_interpreter():
    plan = Plan("deals", 5, bots="careful")
    assert choose(HOUSE, plan).name == "reference"
    with pytest.raises(UsageError, match="only the interpreter lets careful bots play"):
        choose(HOUSE, plan, "python")


def test_a_refusal_leaves_the_rest_to_the_kernel_and_is_told(nothing_made, monkeypatch):
    program_of(SHORT)  # is kept, so that nothing is lowered
    refused(monkeypatch)
    other = hp.load("hasenpfeffer", "no-alone", target=7).ruleset
    one, two = choose_for_all((SHORT, other), FEW)
    assert (one.name, two.name, one.note) == ("python", "reference", "")
    assert f"{other.name} is played by the interpreter" in two.note
    assert "more than 0 cards or calls" in two.note and "hasenpfeffer.yaml:" in two.note


def test_what_was_asked_for_by_name_is_refused_with_the_place(monkeypatch):
    refused(monkeypatch)
    rules = hp.load("hasenpfeffer", "no-alone", target=8).ruleset
    with pytest.raises(KernelRefusal, match=r"more than 0 cards or calls .*hasenpfeffer\.yaml:\d+"):
        choose(rules, FEW, "python")


def test_machine_code_without_llvmlite_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(backends, "_has_llvm", lambda: False)
    with pytest.raises(UsageError, match=r"pip install 'hasenpfeffer\[fast\]'"):
        choose(HOUSE, FEW, "native")


# --- the same from all


@pytest.mark.parametrize("seed", [7, LONG_SEED, (1 << 128) - 1])
@pytest.mark.parametrize(("unit", "number"), [("deals", 120), ("games", 4)])
@pytest.mark.parametrize("name", ["python", pytest.param("native", marks=needs_llvm)])
def test_every_backend_brings_the_same(name, unit, number, seed):
    plan, rules = Plan(unit, number, seed), (SHORT, SHORT)
    assert Study(rules, plan, name).run() == Study(rules, plan, "reference").run()


@pytest.mark.parametrize(
    "names", [("python", "reference"), pytest.param(("python", "native"), marks=needs_llvm)]
)
def test_rows_of_different_backends_are_held_against_each_other(names):
    plan, rules = Plan("deals", 150, LONG_SEED), (HOUSE, SHORT)
    assert Study(rules, plan, *names).run() == Study(rules, plan, "reference").run()


@needs_llvm
def test_threads_of_machine_code_come_to_the_same():
    plan = Plan("deals", 4_000, seed=3)
    study = Study((HOUSE, SHORT), plan, "native")
    assert [one.workers for one in study.backends] == ["threads", "threads"]
    alone = study.run()
    for backend in study.backends:
        assert isinstance(backend, Native)
        backend.most = 130
    assert study.run(2) == study.run(7) == alone


@pytest.mark.parametrize("kind", [Plain, pytest.param(Native, marks=needs_llvm)])
def test_games_that_need_more_room_are_asked_for_again(kind, monkeypatch):
    plan = Plan("games", 12)
    backend = kind(SHORT, plan, program_of(SHORT))
    wide = backend.play(plan.numbers)
    rooms = []
    call = backend._call

    def asked(*given):
        rooms.append(given[-1])
        return call(*given)

    monkeypatch.setattr(backend, "_call", asked)
    backend._rows_a_game = -3.0  # room for four rows
    narrow = backend.play(plan.numbers)
    assert len(rooms) > 1 and rooms[0] < narrow.number
    assert (narrow.number, list(narrow.values)) == (wide.number, list(wide.values))


def test_a_program_is_lowered_once(monkeypatch):
    rules = hp.load("hasenpfeffer", target=9).ruleset
    first = program_of(rules)
    monkeypatch.setitem(sys.modules, "hasenpfeffer.kernel.lower", None)
    assert program_of(hp.load("hasenpfeffer", target=9).ruleset) == first


# --- a deal that cannot go on

HEAD = "language: 1\ntitle: A house rule\nextends: hasenpfeffer\n"
STUCK = {
    "nothing to choose from": "steps: {trump: {allowed: count(hand of declarer among trumps) >= 4}}\n",
    "thrown in": "steps: {deal: {thrown in: {any: {if: count(hand of seat) > 2, when: at once}}}}\n",
}


@pytest.fixture(params=STUCK)
def stuck(request, tmp_path):
    """Rules by which some deal cannot go on, and why not."""
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + STUCK[request.param], encoding="utf-8")
    return hp.load(path).ruleset, request.param


@pytest.mark.parametrize("name", ["python", pytest.param("native", marks=needs_llvm)])
@pytest.mark.parametrize("unit", ["deals", "games"])
def test_a_deal_that_cannot_go_on_is_told_in_the_same_words(stuck, name, unit):
    rules, why = stuck
    plan = Plan(unit, 30, LONG_SEED)
    with pytest.raises(StuckError) as by_interpreter:
        Study((rules,), plan, "reference").run()
    with pytest.raises(StuckError) as by_program:
        Study((rules,), plan, name).run()
    assert str(by_program.value) == str(by_interpreter.value)
    assert f" of seed {LONG_SEED}: " in str(by_program.value) and why in str(by_program.value)


# --- deals side by side


@needs_llvm
def test_the_code_that_is_sooner_done_plays_and_rows_stay_the_same(monkeypatch):
    from hasenpfeffer.kernel.native import making

    plan = Plan("deals", 500, seed=LONG_SEED)
    one_by_one = Native(HOUSE, plan, program_of(HOUSE))
    monkeypatch.setattr(making, "pays", lambda text, entries, seconds: can_play_side_by_side(text))
    monkeypatch.setattr(Native, "_quicker", staticmethod(lambda took: list(took)[-1]))
    several = Native(HOUSE, plan, program_of(HOUSE))
    rows = several.play(range(1, 500))
    assert rows == one_by_one.play(range(1, 500))
    assert rows.number == 499


def test_of_two_codes_the_one_with_the_least_time_is_quicker():
    def one() -> int:
        return 1

    def other() -> int:
        return 2

    assert Native._quicker({one: [3.0, 1.0, 9.0], other: [2.0, 2.0, 2.0]}) is one
    assert Native._quicker({one: [3.0, 2.5, 9.0], other: [2.0, 2.0, 2.0]}) is other
