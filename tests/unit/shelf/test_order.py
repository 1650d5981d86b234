"""The order of steps and calls in composed files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Table

BASE = ["deal", "auction", "pick up", "trump", "discard", "tricks"]


def put(table: Table, reference: str) -> list[str]:
    """The steps that the base does not have in this order."""
    return table.merge(reference).keys("steps")


def test_a_new_step_stands_beside_its_anchor(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trump}}\n", b="steps: {v: {do: take, after: tricks}}\n")
    assert put(table, "game+b+a") == [*BASE[:3], "x", *BASE[3:], "v"]
    assert table["steps.x"] == {"do": "take"}


def test_steps_of_one_file_keep_their_order(table: Table) -> None:
    table.write(
        a="steps: {x: {do: take, after: trump}, v: {do: take, after: trump}, z: {do: take, after: v}}\n"
    )
    assert put(table, "a") == [*BASE[:4], "x", "v", "z", *BASE[4:]]
    table.write(
        b="steps: {x: {do: take, before: trump}, v: {do: take, before: trump}, w: {do: take, before: x}}\n"
    )
    assert put(table, "b") == [*BASE[:3], "w", "x", "v", *BASE[3:]]


def test_a_derived_file_stands_nearer(table: Table) -> None:
    table.write(
        a="steps: {x: {do: take, before: tricks}}\n", b="extends: a\nsteps: {v: {do: take, before: tricks}}\n"
    )
    assert put(table, "b") == [*BASE[:5], "x", "v", "tricks"]


def test_existing_steps_move(table: Table) -> None:
    table.write(a="steps: {discard: {before: trump}}\n", b="steps: {trump: {before: pick up}}\n")
    assert put(table, "a") == ["deal", "auction", "pick up", "discard", "trump", "tricks"]
    assert put(table, "b") == ["deal", "auction", "trump", "pick up", "discard", "tricks"]
    table.write(c="steps: {trump: {before: discard}, discard: {before: pick up}}\n")
    assert put(table, "c") == ["deal", "auction", "trump", "discard", "pick up", "tricks"]


def test_a_later_file_may_move_a_step_again(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: tricks}}\n", b="extends: a\nsteps: {x: {after: deal}}\n")
    assert put(table, "b") == ["deal", "x", *BASE[1:]]


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("x: {do: take, before: trump}", "v: {do: take, before: trump}", "both stand before `trump`"),
        ("x: {do: take, before: trump}", "discard: {before: trump}", "both stand before `trump`"),
        ("x: {do: take, before: trump}", "trump: {after: deal}", "b puts `trump` elsewhere"),
        (
            "trump: {after: deal}",
            "trump: {after: tricks}",
            "stands after `deal` in a and after `tricks` in b",
        ),
    ],
)
def test_an_order_that_nobody_wrote_is_unclear(table: Table, one: str, other: str, said: str) -> None:
    table.write(a=f"steps: {{{one}}}\n", b=f"steps: {{{other}}}\n")
    for reference in ("game+a+b", "game+b+a"):
        (finding,) = table.merge(reference).findings
        assert finding.code == "X320"
        assert said in finding.message
        assert len({finding.place.file, *(related.place.file for related in finding.related)}) == 2


def test_the_file_that_combines_them_says_which_comes_first(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trump}}\n", b="steps: {v: {do: take, before: trump}}\n")
    table.write(both="extends: [a, b]\nsteps: {v: {before: x}}\n")
    assert put(table, "both") == [*BASE[:3], "v", "x", *BASE[3:]]
    assert not table.findings


def test_different_sides_of_one_anchor_are_clear(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trump}}\n", b="steps: {v: {do: take, after: trump}}\n")
    assert put(table, "game+a+b") == [*BASE[:3], "x", "trump", "v", *BASE[4:]]


def test_an_anchor_must_stay(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trump}}\n", b="remove: [steps.trump]\n").merge("game+a+b")
    (finding,) = table.findings
    assert finding.code == "X320"
    assert "b removes `trump`" in finding.message
    table.write(c="extends: b\nsteps: {x: {do: take, before: trump}}\n")
    assert table.merge("c").codes == ["X320"]
    table.write(d="extends: a\nremove: [steps.trump]\n")
    assert put(table, "d") == [*BASE[:3], "x", *BASE[4:]]


def test_an_unknown_anchor_gets_the_nearest(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trumps}}\n").merge("a")
    (finding,) = table.findings
    assert (finding.code, finding.help) == ("X304", "Did you mean `trump`?")


def test_the_anchor_of_a_sibling_is_unknown(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: trump}}\n", b="steps: {v: {do: take, before: x}}\n")
    assert table.merge("game+a+b").codes == ["X304"]


def test_steps_that_wait_for_each_other_are_unclear(table: Table) -> None:
    table.write(a="steps: {x: {do: take, before: v}, v: {do: take, before: x}}\n")
    assert table.merge("a").codes == ["X320"]


def test_a_new_step_must_say_where_it_stands(table: Table) -> None:
    table.write(a="steps: {discrad: {cards: 2}}\n").merge("a")
    (finding,) = table.findings
    assert finding.code == "X320"
    assert finding.help == "Did you mean `discard`? If not, say where it stands"


def test_the_first_steps_of_all_need_no_anchor(table: Table) -> None:
    table.raw("bare.yaml", "language: 1\nabstract: yes\n")
    table.write(a="extends: bare\nsteps: {deal: {cards: 3}, tricks: {follow: any card}}\n")
    assert put(table, "a") == ["deal", "tricks"]


# Calls


def calls(table: Table, reference: str) -> list[str]:
    return table.merge(reference).keys("steps.auction.calls")


def test_new_calls_stand_on_top_in_order_of_writing(table: Table) -> None:
    table.write(a="steps: {auction: {calls: {little: {bid: 6}, big: {bid: 6}}}}\n")
    assert calls(table, "a") == ["numbers", "little", "big"]


def test_calls_stand_above_and_below(table: Table) -> None:
    table.write(
        a="steps: {auction: {calls: {x: {bid: 1, below: numbers}, v: {bid: 6, above: numbers}}}}\n",
        b="steps: {auction: {calls: {top: {bid: 6, above: all}}}}\n",
        c="steps: {auction: {calls: {z: {bid: 6}}}}\n",
    )
    assert calls(table, "game+c+b+a") == ["x", "numbers", "v", "z", "top"]
    assert not table.findings
    assert table["steps.auction.calls.top"] == {"bid": "6"}


def test_two_new_calls_of_which_neither_says_where_it_stands_are_unclear(table: Table) -> None:
    table.write(
        a="steps: {auction: {calls: {x: {bid: 6}}}}\n", b="steps: {auction: {calls: {v: {bid: 6}}}}\n"
    )
    (finding,) = table.merge("game+a+b").findings
    assert finding.code == "X320"
    assert "neither says where it stands" in finding.message
    table.write(c="extends: [a, b]\nsteps: {auction: {calls: {x: {above: v}}}}\n")
    assert calls(table, "c") == ["numbers", "v", "x"]
    assert not table.findings


def test_two_calls_above_all_are_unclear(table: Table) -> None:
    table.write(
        a="steps: {auction: {calls: {x: {bid: 6, above: all}}}}\n",
        b="steps: {auction: {calls: {v: {bid: 6, above: all}}}}\n",
    )
    assert table.merge("game+a+b").codes == ["X320"]


def test_doubles_have_no_height(table: Table) -> None:
    table.write(
        a="steps: {auction: {calls: {x: {bid: 6}}}}\n",
        b="steps: {auction: {calls: {double: {over: opponents, doubled: 2}}}}\n",
    )
    assert calls(table, "game+b+a") == ["numbers", "x", "double"]
    assert not table.findings
