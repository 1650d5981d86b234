"""Rules that programs once played wrong, or could not play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.properties.many_games import Game
from tests.properties.same_games import SideBySide

from hasenpfeffer.errors import KernelRefusal
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.kernel.stepping import Stepper


def changed(folder: Path, name: str, was: str, now: str) -> SideBySide:
    """A shipped game with one thing changed, by both."""
    from hasenpfeffer.shelf.find import shelf_entries

    entry = next(entry for entry in shelf_entries() if entry.name == name)
    text = entry.path.read_text("utf-8")
    assert was in text
    path = folder / "odd.yaml"
    path.write_text(text.replace(was, now), "utf-8")
    rules = Game(str(path)).load()
    assert rules is not None
    return SideBySide(rules, packing=True)


LARGE_PACK = """\
  many: {who: dealer, gets: count(card among any card where dealer has player of card)}
  some: {who: dealer, gets: 3, if: any(card among taken of dealer where player of card is dealer)}
  sum: {who: dealer, gets: sum(points of card among taken of dealer where player of card is dealer)}
"""


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [
        ("spoil-five", "if: pool winner is not nobody, who", "if: best melder is not nobody, who"),
        ("tarot", "scoring:", f"scoring:\n{LARGE_PACK}"),
    ],
    ids=["the best melder where nothing is melded", "cards of a large pack one by one"],
)
def test_an_odd_rule_goes_the_same_way(tmp_path: Path, name: str, was: str, now: str) -> None:
    assert changed(tmp_path, name, was, now).deals(1, 10).deals == 10


DRAFTS = {
    "a setting grows beyond what is kept": """
extends: whist
steps:
  tricks:
    after each:
      the stakes grow: {set: {stakes: stakes * 2000 + 3}}
terms:
  stakes: 1
scoring:
  odd tricks: {who: each team, gets: stakes mod 1009}
""",
    "an exchange with oneself": """
extends: whist
steps:
  swap: {before: tricks, do: exchange, who: dealer, with: dealer, cards: 2}
""",
    "of a team who is named first is weighed": """
extends: whist
scoring:
  bonus: {who: {dealer: 3, partner of dealer: 1, left of dealer: 2}, gets: 5}
""",
    "a card of which there are two is named from a hand": """
extends: double-hasenpfeffer
steps:
  favourite: {before: tricks, do: choose, who: declarer, from: hand of me}
terms:
  favourite: nothing
scoring:
  kept: {if: owner of favourite is declarer, who: declarers, gets: 1}
  taken: {if: taker of favourite is declarer, who: declarers, gets: 2}
""",
    "doubles without end": """
extends: bridge
steps:
  auction:
    calls:
      double: {over: opponents, doubled: 2, if: yes}
      redouble: {over: own side, doubled: 4, if: yes}
""",
    "numbers and yes or no": """
extends: whist
steps:
  height: {before: tricks, do: choose, who: each seat, from: 3..13, at once: yes}
  brave: {before: tricks, do: choose, who: dealer, from: [yes, no]}
terms:
  brave: no
scoring:
  right: {if: tricks of seat >= height of seat, who: each seat, gets: height of seat / 3}
  dare: {if: brave, who: team of dealer, gets: 1}
""",
    "gifts of any number": """
extends: whist
steps:
  gifts: {before: tricks, do: give, who: each seat, to: left of me, cards: 0..3, at once: yes}
  put away: {before: tricks, do: discard, who: each seat, cards: 1..5, barred: trumps}
""",
    "play in two halves": """
extends: whist
steps:
  tricks:
    stop when: tricks of seats = 5
  more: {after: tricks, do: tricks, leader: winner of last trick, follow: suit led or else any card}
""",
}

REFUSED = {
    "cards that may come back to a hand": """
extends: whist
steps:
  tricks:
    after each:
      again: {do: move, from: trick, to: winner of trick, if: trick number <= 70}
""",
    "a product that may be too large": """
extends: whist
steps:
  tricks:
    after each:
      the stakes grow: {set: {stakes: stakes * stakes + 2}}
terms:
  stakes: 1
scoring:
  odd tricks: {who: each team, gets: stakes}
""",
}


def draft(folder: Path, text: str) -> Game:
    path = folder / "odd.yaml"
    path.write_text(f"language: 1\ntitle: An odd rule\n{text}", "utf-8")
    return Game(str(path))


@pytest.mark.parametrize("about", DRAFTS)
def test_a_draft_goes_the_same_way(tmp_path: Path, about: str) -> None:
    rules = draft(tmp_path, DRAFTS[about]).load()
    assert rules is not None
    assert SideBySide(rules, packing=True, native=False).deals(3, 12).deals == 12


@pytest.mark.parametrize("about", REFUSED)
def test_what_cannot_be_a_program_is_refused_by_its_place(tmp_path: Path, about: str) -> None:
    rules = draft(tmp_path, REFUSED[about]).load()
    assert rules is not None
    with pytest.raises(KernelRefusal, match=rf"{about}.*odd\.yaml:\d+"):
        lower(rules)


def test_calls_that_are_made_again_and_again_need_no_more_room(tmp_path: Path) -> None:
    """Five hundred doubles of one bid, which the rules of this draft allow."""
    rules = draft(tmp_path, DRAFTS["doubles without end"]).load()
    assert rules is not None
    stepper = Stepper(Playable(rules, native=False))
    stepper.start(dealer=0, pack=range(rules.pack.size))
    stepper.apply(stepper.codes()[1])
    for turn in range(1000):
        stepper.apply(stepper.codes()[-1 if turn % 2 else 0])
    assert stepper.value("STEP") == 1
    assert stepper.value("ERROR") == 0
