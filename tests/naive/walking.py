"""A deal played by the interpreter and by the naive counter at once, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.naive import counter

from hasenpfeffer import chance
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import PickCard
from hasenpfeffer.play.deals import deal_out

if TYPE_CHECKING:
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

HOUSE_RULES: Final = [
    "alone-as-bid", "alone-double", "alone-exchange", "bidder-leads", "big-pepper", "bump",
    "dealer-may-equal", "dealer-must-bid", "defenders-get-bid", "defenders-score", "discard-first",
    "exact-bid", "forced-half", "hoyle", "joker-forced-when-void", "joker-may-not-be-discarded",
    "joker-must-bid", "no-alone", "no-bowers", "no-defence-alone", "no-trump", "one-round",
    "partners-side-by-side", "pepper-night", "re-entry", "score-bid-only", "set-by-bid", "set-by-six",
    "suit-in-bid", "trump-first", "widow-unused", "worthless-joker",
]  # fmt: skip
"""Patches of the house game that the counter knows by their names."""

KNOWN_BY_FILE: Final[dict[str, list[str]]] = {
    "hasenpfeffer": [],
    "pepper": ["pepper"],
    "double-hasenpfeffer": ["double-hasenpfeffer"],
    **{name: [name] for name in HOUSE_RULES},
}
"""For each shipped file that the counter knows, what it calls it."""


class NotTheSameError(AssertionError):
    """The two part: another turn, another choice, another result."""


def said(rules: CompiledRules, state: State, action: Action) -> str:
    """An action as the counter says it."""
    if isinstance(action, PickCard) and action.step != "discard":
        return f"exchange {rules.pack.faces[action.face].code}"
    return rules.texts.text(action)


def naive_deal(rules: CompiledRules, dealer: int, pack: tuple[int, ...]) -> dict[str, Any]:
    """A deal as the counter takes it."""
    dealt = deal_out(rules, machine.fresh(rules, dealer, pack))
    texts = {
        name: [rules.pack.text(card) for card in rules.pack.members(dealt.hands[seat])]
        for seat, name in enumerate(rules.seating.names)
    }
    widow = [rules.pack.text(card) for pile in dealt.piles for card in rules.pack.members(pile)]
    return {**texts, "widow": widow}


def result(rules: CompiledRules, state: State) -> object:
    """Points of north's side and of the other, as the counter gives them."""
    if state.thrown_in:
        return "thrown in"
    ours = rules.seating.team_of[rules.seating.names.index("north")]
    return (state.this_deal[ours], state.this_deal[1 - ours])


def walk(rules: CompiledRules, options: list[str], seed: int, number: int) -> None:
    """Plays one random deal in both and holds every turn against the other."""
    dealer, pack = number % 4, chance.shuffled(rules.pack.size, seed, 0, number)
    names = rules.seating.names
    state = machine.start(rules, dealer=dealer, pack=pack).state
    position = counter.start(naive_deal(rules, dealer, pack), names[dealer], options)
    stream = chance.Stream(seed, 0, number, 7)
    history: list[str] = []

    def hold(truth: bool) -> None:
        if not truth:
            raise NotTheSameError(f"{options}, seed {seed}, deal {number}, after {history}")

    while not state.over:
        actions = {said(rules, state, action): action for action in machine.legal(rules, state)}
        hold(len(actions) == len(machine.legal(rules, state)))
        hold(position.turn == names[machine.actor(rules, state)])
        hold(set(actions) == set(position.actions()))
        text = (
            "pass" if "pass" in actions and stream.below(2) else sorted(actions)[stream.below(len(actions))]
        )
        history.append(text)
        state = machine.advance(rules, state, actions[text]).state
        position = position.after(text)
    hold(position.step == "over")
    hold(position.result() == result(rules, state))
