"""Values that let nobody draw conclusions from what has a finding."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.ruleset.steps import Bar, Option
from hasenpfeffer.ruleset.unknown import (
    UNKNOWN,
    Partial,
    PartialMap,
    UnknownError,
    known,
    known_of,
    partly,
    with_unknown,
    without,
)

YES = Typed("constant", types.YESNO, value=True)
FAULTY = Typed("not", types.YESNO, (Typed("error", types.UNKNOWN),))

QUESTIONS: dict[str, Callable[[], object]] = {
    "what it holds": lambda: UNKNOWN.place,
    "whether it is true": lambda: bool(UNKNOWN),
    "whether it is the same": lambda: UNKNOWN == 3,
    "what kind it is": lambda: isinstance(UNKNOWN, int),
    "how many": lambda: len(UNKNOWN),
    "how it is written": lambda: f"{UNKNOWN}",
    "what is in it": lambda: list(UNKNOWN),
    "whether something is in it": lambda: 3 in UNKNOWN,
    "a sum": lambda: UNKNOWN + 1,
    "how many of some": lambda: len(Partial((1, 2))),
    "what else there is": lambda: list(Partial((1, 2))),
    "whether all are so": lambda: all(one > 0 for one in Partial((1, 2))),
    "whether none is so": lambda: any(one > 2 for one in Partial((1, 2))),
    "what is not there": lambda: 3 in Partial((1, 2)),
    "the last": lambda: Partial((1, 2))[-1],
    "whether there is any": lambda: bool(Partial(())),
    "a name that may be there": lambda: PartialMap({"a": 1}).get("b"),
    "whether it may be there": lambda: "b" in PartialMap({"a": 1}),
    "all names": lambda: dict(PartialMap({"a": 1}).items()),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_what_is_not_known_cannot_be_asked(question: Callable[[], object]) -> None:
    with pytest.raises(UnknownError):
        question()


def test_what_is_known_of_several_can_be_asked() -> None:
    some = Partial((1, UNKNOWN, 2))
    assert any(one == 1 for one in some)
    assert 1 in Partial((1, 2)) and Partial((1, 2))[1] == 2 and Partial((1,))
    assert known(some) == (1, 2) and known([1, 2]) == (1, 2)
    names = PartialMap({"a": 1, "b": UNKNOWN})
    assert names["a"] == 1 and "a" in names and names.get("a") == 1
    assert known_of(names) == (("a", 1),)


def test_a_formula_with_a_finding_is_unknown_and_its_neighbours_are_not(place) -> None:
    bar = with_unknown(Bar("first", YES, FAULTY, place))
    assert bar.cards is UNKNOWN and bar.condition is YES and bar.name == "first"
    assert with_unknown((YES, "x")) == (YES, "x")


def test_of_what_may_lack_something_only_name_and_formulas_are_certain(place) -> None:
    option = partly(Option("one", YES, (("bid", YES),), None, place))
    assert option.name == "one" and option.condition is YES and option.at is UNKNOWN
    assert option.fields[0] == ("bid", YES)
    with pytest.raises(UnknownError):
        len(option.fields)


def test_one_faulty_setting_leaves_the_others_known(place) -> None:
    option = Option("one", YES, (), None, place)
    assert without(option, ["at"]).at is UNKNOWN and without(option, ["at"]).fields == ()
    assert without(option, ["nothing like that"]).at is UNKNOWN
