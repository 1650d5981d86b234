"""Files mended in rounds: what overlaps waits, what spoils something is left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hasenpfeffer.reading.diagnostic import Diagnostic, Edit, Fix, Severity
from hasenpfeffer.reading.mending import MOST_LOOKS, mend
from hasenpfeffer.reading.source import source_from_text

if TYPE_CHECKING:
    from hasenpfeffer.reading.mending import Look, Texts


def finder(*rules: tuple[str, str, str], severity: Severity = "error", safe: bool = True) -> Look:
    """Findings wherever a pattern matches: code, pattern, and what to write instead."""

    def look(texts: Texts) -> list[Diagnostic]:
        found = []
        for file, text in texts.items():
            source = source_from_text(text, file)
            for code, pattern, new in rules:
                for match in re.finditer(pattern, text):
                    place = source.place(*match.span())
                    fix = Fix(f"Write {new}", (Edit(place, new),), safe)
                    message = f"{match.group()} at {match.start()}"
                    found.append(Diagnostic(code, severity, message, place, fixes=(fix,)))
        return sorted(found, key=lambda finding: (finding.place.start, finding.code))

    return look


def test_all_that_stands_apart_is_mended_at_once() -> None:
    result = mend({"a": "x y x", "b": "x"}, finder(("S1", "x", "z")))
    assert result.texts == {"a": "z y z", "b": "z"}
    assert (len(result.fixed), result.left) == (3, ())


def test_of_two_that_overlap_the_first_wins_and_the_other_waits() -> None:
    result = mend({"a": "one two three"}, finder(("S1", "one two", "1 two"), ("S2", "two three", "2 3")))
    assert result.texts == {"a": "1 2 3"}
    assert [finding.code for finding in result.fixed] == ["S1", "S2"]


def test_a_fix_that_makes_more_errors_is_not_kept() -> None:
    look = finder(("S1", "bad", "worse worse"), ("S2", "worse", "worse"), ("S3", "x", "y"))
    result = mend({"a": "x bad x"}, look)
    assert result.texts == {"a": "y bad y"}
    assert [finding.code for finding in result.left] == ["S1"]


def test_a_fix_that_is_wrong_itself_is_not_kept() -> None:
    result = mend({"a": "tick"}, finder(("S1", "tick", "tock"), ("S2", "tock", "tick")))
    assert (result.texts, result.fixed) == ({"a": "tick"}, ())


def test_an_early_error_may_have_hidden_later_ones() -> None:
    def look(texts: Texts) -> list[Diagnostic]:
        rules = [("Y1", "tab", "    ")] if "tab" in texts["a"] else [("S1", "x", "x"), ("S2", "y", "z")]
        return list(finder(*rules)(texts))

    result = mend({"a": "tab x y"}, look)
    assert result.texts == {"a": "     x z"}


def test_an_unsafe_fix_is_asked_for() -> None:
    look = finder(("L1", "x", "y"), severity="warning", safe=False)
    assert mend({"a": "x"}, look).texts == {"a": "x"}
    assert mend({"a": "x"}, look, unsafe=True).texts == {"a": "y"}


def test_a_fix_of_another_file_is_left_alone() -> None:
    look = finder(("S1", "x", "y"))
    other = look({"base": "x"})
    result = mend({"a": "x"}, lambda texts: [*look(texts), *other])
    assert (result.texts, result.left) == ({"a": "y"}, tuple(other))


def test_looking_comes_to_an_end() -> None:
    looks = []

    def look(texts: Texts) -> list[Diagnostic]:
        looks.append(texts)
        return list(finder(("S1", "x", "xx"))(texts))

    mend({"a": "x " * 500}, look)
    assert len(looks) <= MOST_LOOKS + 1
