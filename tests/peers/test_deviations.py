"""Where the books and open_spiel part: games by common rules differ from its games there, and nowhere else."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyspiel")

from tests.peers import euchre, hearts, spades
from tests.peers.walk import Course, Pairing, cards_in_order, peer_game, peer_text, random_game, rules_of

from hasenpfeffer import chance as draws
from hasenpfeffer.play import machine
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

GAMES = 150


def chance(rules: CompiledRules, state: State) -> Sequence[int]:
    """The hands of our deal, whatever the order in which they were dealt."""
    hands = [state.hands[seat] for seat in rules.seating.order[state.dealer]]
    upcard = state.piles[rules.pile_index["upcard"]]
    cards = [*cards_in_order(rules, hands), *cards_in_order(rules, [upcard])]
    return [state.dealer, *(rank * 4 + suit for suit, rank in cards)]


def code(rules: CompiledRules, state: State, action: Action) -> int:
    return euchre.code(rules, state, action)


def courses(reference: str, *, lone: bool = False) -> list[Course]:
    """Games of euchre by these rules and at the peer, up to where they part."""
    peer = peer_text("euchre", stick_the_dealer=False, allow_lone_defender=lone)
    pairing = Pairing(reference, peer, sys.modules[__name__])
    return [random_game((pairing,), 1, number) for number in range(GAMES)]


def differs_in_payoff_only(course: Course) -> bool:
    """Both sides' scores, where the peer gives each the difference."""
    if course.difference is None:
        return course.ours.thrown_in
    first, second = course.ours.scores
    zero_sum = (first - second, second - first) * 2
    return course.difference.what == "returns" and course.difference.theirs == zero_sum


def parted_in_play(played: Sequence[Course]) -> list[Course]:
    """Those in which more differs than what is paid at the end."""
    return [course for course in played if not differs_in_payoff_only(course)]


# --- euchre


def test_it_deals_to_the_dealer_first() -> None:
    pack = draws.shuffled(24, 1, 0, 1)
    peer = peer_game(peer_text("euchre")).new_initial_state()
    rules = {name: rules_of(Pairing(name, "", euchre)) for name in ("euchre", "euchre-openspiel")}
    dealt = {name: machine.start(one, dealer=2, pack=pack).state.hands for name, one in rules.items()}
    for action in euchre.chance(rules["euchre"], machine.start(rules["euchre"], dealer=2, pack=pack).state):
        peer.apply_action(action)
    holders = peer.card_holder()
    for name, hands in dealt.items():
        faces = [[rules[name].pack.faces[card] for card in members(hand)] for hand in hands]
        held = all(
            holders[(face.rank or 0) * 4 + (face.suit or 0)] == seat
            for seat, hand in enumerate(faces)
            for face in hand
        )
        assert held == (name == "euchre-openspiel")


def test_it_asks_about_going_alone_after_the_discard() -> None:
    played = courses("euchre")
    parted = parted_in_play(played)
    assert 0 < len(parted) < len(played)
    for course in parted:
        difference = course.difference
        assert difference is not None
        assert difference.actions[-1].endswith(": order up")
        assert difference.step == "alone"
        dealer_ordered = course.ours.dealer == course.ours.declarer
        assert difference.what == ("legal" if dealer_ordered else "actor")
        assert course.theirs.current_player() == course.ours.dealer


def test_its_dealer_may_not_put_the_upcard_away() -> None:
    played = courses("euchre+euchre-alone-after-discard")
    parted = parted_in_play(played)
    assert 0 < len(parted) < len(played)
    for course in parted:
        difference = course.difference
        assert difference is not None
        assert (difference.what, difference.step) == ("legal", "discard")
        upcard = course.theirs.action_to_string(0, course.theirs.upcard())
        assert set(difference.ours) - set(difference.theirs) == {upcard}  # type: ignore[call-overload]
        assert set(difference.theirs) < set(difference.ours)  # type: ignore[call-overload]


def test_with_these_two_only_what_a_deal_is_worth_is_left() -> None:
    played = courses("euchre+euchre-alone-after-discard+euchre-upcard-stays")
    assert all(map(differs_in_payoff_only, played))


def test_makers_without_a_trick_lose_no_more_than_others() -> None:
    played = courses("euchre+euchre-alone-after-discard+euchre-upcard-stays+euchre-super")
    parted = parted_in_play(played)
    without = [course for course in played if course.ours.declarer >= 0 and _tricks_of_makers(course) == 0]
    assert parted and parted == without
    for course in parted:
        assert max(course.ours.scores) == 4
        assert max(course.theirs.returns()) == 2


def test_it_asks_a_lone_defender_against_a_pair_too() -> None:
    played = courses("euchre+euchre-alone-after-discard+euchre-upcard-stays+euchre-defend-alone", lone=True)
    parted = parted_in_play(played)
    against_pairs = [
        course for course in played if course.ours.declarer >= 0 and not _makers_are_alone(course)
    ]
    assert parted and parted == against_pairs
    for course in parted:
        difference = course.difference
        assert difference is not None
        assert difference.actions[-1].endswith(": with partner")
        assert difference.step == "tricks"
        assert course.theirs.legal_actions() == [euchre.ALONE, euchre.PARTNER]


def _tricks_of_makers(course: Course) -> int:
    makers = (course.ours.declarer, (course.ours.declarer + 2) % 4)
    return sum(course.ours.tricks_won[seat] for seat in makers)


def _makers_are_alone(course: Course) -> bool:
    return bool(course.ours.sitting >> (course.ours.declarer + 2) % 4 & 1)


# --- hearts


def test_its_moon_always_goes_to_the_others() -> None:
    """Down for the shooter or up for the others: 26 between every two results, where the moon is shot."""
    up = hearts.moon("hearts-openspiel")
    down = hearts.moon("hearts-openspiel+hearts-moon-off-own")
    shot = 0
    for number in range(60):
        first, second = (random_game((pairing,), 1, number) for pairing in (up, down))
        assert first.difference is None
        shot += _is_shot(first)
        assert (second.difference is not None) == _is_shot(first)
        if second.difference is not None:
            assert second.difference.what == "returns"
            ours, theirs = second.difference.ours, second.difference.theirs
            assert [a - b for a, b in zip(ours, theirs, strict=True)] == [26] * 4  # type: ignore[call-overload]
    assert 0 < shot < 60


def _is_shot(course: Course) -> bool:
    return sorted(course.theirs.returns()) == [0, 0, 0, 26]


def test_by_common_rules_the_queen_does_not_break_hearts() -> None:
    """West deals the first deal and passes left: the rest is the payoff, 26 less the points."""
    pairing = Pairing("hearts", "hearts", hearts, {"seats": "4"})
    kinds = set()
    for number in range(GAMES):
        course = random_game((pairing,), 2, number, dealer=3)
        difference = course.difference
        assert difference is not None
        if difference.what == "returns":
            assert difference.theirs == tuple(26 - points for points in course.ours.scores)
        else:
            assert (difference.what, difference.step) == ("legal", "tricks")
            assert not course.ours.table
            assert any(action.endswith(": QS") for action in difference.actions)
            more = set(difference.theirs) - set(difference.ours)  # type: ignore[call-overload]
            assert more and all(text.endswith("H") for text in more)
        kinds.add(difference.what)
    assert kinds == {"returns", "legal"}


# --- spades


def patched(folder: Path, what: str) -> list[Course]:
    """Games of the peer's spades with one rule written as the books have it."""
    file = folder / "patched.yaml"
    file.write_text(f"language: 1\ntitle: Patched\nextends: spades-openspiel\n{what}\n", encoding="utf-8")
    pairing = Pairing(str(file), "spades", spades)
    return [random_game((pairing,), 1, number) for number in range(GAMES)]


def test_its_spades_are_never_broken(tmp_path: Path) -> None:
    parted = [
        course for course in patched(tmp_path, "terms: {broken: played has trumps}") if course.difference
    ]
    assert parted
    for course in parted:
        difference = course.difference
        assert difference is not None
        assert (difference.what, difference.step, course.ours.table) == ("legal", "tricks", ())
        more = set(difference.ours) - set(difference.theirs)  # type: ignore[call-overload]
        assert more and all(text.startswith("S") for text in more)


def test_its_partners_never_bid_more_than_there_are_tricks(tmp_path: Path) -> None:
    for course in patched(tmp_path, "steps: {bid: {from: 0..13}}"):
        difference = course.difference
        first = course.theirs.history()[52 : 52 + 2]
        if difference is None:
            assert first == [spades.BID, spades.BID]
            continue
        assert (difference.what, difference.step) == ("legal", "bid")
        partner = course.theirs.history()[len(course.theirs.history()) - 2] - spades.BID
        assert len(difference.ours) - len(difference.theirs) == partner


def test_north_bids_and_leads_whoever_deals(tmp_path: Path) -> None:
    for course in patched(
        tmp_path, "steps: {bid: {opens: left of dealer}, tricks: {leader: left of dealer}}"
    ):
        west_deals = course.ours.dealer == 3
        assert (course.difference is None) == west_deals
        if course.difference is not None:
            assert (course.difference.what, course.difference.actions) == ("actor", ())
