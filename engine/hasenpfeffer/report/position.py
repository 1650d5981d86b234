"""A position as one seat sees it, in lines: its hand, the trick, what is asked of it and what it may answer."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.actions import Choose, Finish, NameSuit, PickCard, PlayCard, Predict
from hasenpfeffer.play.steps.picking import PickingPlayer
from hasenpfeffer.play.view import view
from hasenpfeffer.report.english import listed
from hasenpfeffer.ruleset import steps
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.report.events import Narrator

_MOST_IN_A_QUESTION = 12
"""Answers that a question lists; a longer list is cut."""


class Outlook:
    """What one seat sees. Everything is taken from its view, so nothing hidden can be in it."""

    def __init__(self, rules: CompiledRules, state: State, seat: int, narrator: Narrator) -> None:
        self.rules = rules
        self.seat = seat
        self._state = state
        self._view = view(rules, state, seat)
        self._narrator = narrator
        self._faces = narrator.faces

    # --- what lies there

    @property
    def hand(self) -> str:
        """The hand as the rules sort it, a wider space between suits."""
        cards = self._view.hands[self.seat]
        if not cards:
            return "no cards" if not self._view.hand_sizes[self.seat] else "face down"
        return self._sorted(cards)

    @property
    def situation(self) -> list[str]:
        """What to know before a choice: the trick or the cards that lie open, then the hand."""
        found = [self._trick] if isinstance(self._step, steps.TricksStep) else self._open_piles()
        found += [
            f"{self._narrator.whose(seat)} open hand: {self._sorted(cards)}"
            for seat, cards in enumerate(self._view.hands)
            if cards and seat != self.seat
        ]
        return [*found, f"{self._whose} hand: {self.hand}"]

    @property
    def standing(self) -> list[str]:
        """Scores, and how the deal in progress stands."""
        seen, names = self._view, self._narrator
        found = [f"score: {names.scores(seen.scores)}"]
        if seen.declarer >= 0:
            call = f" with {self.rules.calls[seen.call].text}" if seen.call >= 0 else ""
            found.append(f"declarer: {names.name(seen.declarer)}{call}{self._trump_note}")
        if sum(seen.tricks_won):
            found.append(f"tricks: {names.scores(self._tricks_by_account())}")
        if seen.sitting:
            found.append(f"sitting out: {listed([names.name(seat) for seat in members(seen.sitting)])}")
        return [*found, f"dealer: {names.name(seen.dealer)}"]

    @property
    def last_trick(self) -> str:
        tricks = self._view.tricks
        if not tricks:
            return "no trick has been played in this deal"
        winner = self._narrator.who(tricks[-1].winner).verb("wins")
        return f"trick {len(tricks)}: {self._plays(tricks[-1].cards)}; {winner}"

    # --- what is asked

    @property
    def question(self) -> str:
        """What is to be decided, with the answers where they are few."""
        return f"{self._asked} ({'any' if self._is_free else self.some_answers})"

    @property
    def some_answers(self) -> str:
        """What may be said, in one line; a long list is cut."""
        answers = self.answers
        return ", ".join(answers[:_MOST_IN_A_QUESTION] + ["…"] * (len(answers) > _MOST_IN_A_QUESTION))

    @property
    def answers(self) -> list[str]:
        """What may be said. Where several cards are chosen, the cards among which."""
        player = self.rules.steps[self._state.step]
        if isinstance(player, PickingPlayer):
            cards = player.pool(self._state, self.seat)
            return self._sorted(cards).split()
        plays = [action for action in self._view.legal if isinstance(action, PlayCard)]
        if plays:
            return self._sorted(sum(self._held(action.face) for action in plays)).split()
        return [self._answer(action) for action in self._view.legal]

    def _answer(self, action: Action) -> str:
        """An answer without the name of the step, which the question says."""
        texts = self.rules.texts
        match action:
            case Choose(step, value, False):
                return self._faces.with_signs(texts.value(step, value))
            case Predict(_, number):
                return str(number)
            case NameSuit(suit):
                return self.rules.pack.suits[suit].name
            case PickCard(_, face):
                return self._faces.texts[face]
            case Finish():
                return "done"
            case _:
                return texts.text(action)

    @property
    def _asked(self) -> str:
        match self._step:
            case steps.AuctionStep():
                return f"{self._whose} call"
            case steps.GoAloneStep() as step:
                return f"{self._narrator.name(self.seat)}, {step.name}?"
            case steps.TricksStep() if self._plays_card:
                return f"{self._whose} card"
            case steps.TricksStep():
                return f"{self._whose} choice of the suit asked for"
            case steps.MoveCards() as step:
                return f"{self._whose} {step.name}, {self._how_many}"
            case steps.DealStep():
                return f"{self._narrator.name(self.seat)}, throw the hand in?"
            case step:
                return f"{self._whose} {step.name}"

    @property
    def _plays_card(self) -> bool:
        return any(isinstance(action, PlayCard) for action in self._view.legal)

    @property
    def _is_free(self) -> bool:
        """Whether any card of the hand will do."""
        hand = set(self._sorted(self._view.hands[self.seat]).split())
        is_of_cards = self._plays_card or isinstance(self._step, steps.MoveCards)
        return is_of_cards and 1 < len(hand) == len(set(self.answers))

    @property
    def _how_many(self) -> str:
        player = self.rules.steps[self._state.step]
        assert isinstance(player, PickingPlayer)
        numbers = sorted(set(player.numbers(self._state)))
        return f"{listed([str(number) for number in numbers], 'or')} card{'' if numbers == [1] else 's'}"

    # --- how

    @property
    def _step(self) -> steps.Step:
        return self.rules.ruleset.steps[self._state.step]

    @property
    def _whose(self) -> str:
        return self._narrator.whose(self.seat)

    @cached_property
    def _contract(self) -> Contract:
        """The order of cards, as far as this seat knows it: secret answers and hidden piles are left out."""
        names = {index: name for name, index in self.rules.pile_index.items()}
        dealt = tuple(
            pile if names[index] in self.rules.open_piles else 0
            for index, pile in enumerate(self._state.piles_dealt)
        )
        known = self._state._replace(settings=self._view.settings, piles=self._view.piles, piles_dealt=dealt)
        return self.rules.environment(known, self.seat).contract

    def _sorted(self, cards: int) -> str:
        contract = self._contract
        held = [card for card in contract.order if cards >> card & 1]
        groups = groupby(held, lambda card: contract.suit_of[card])
        return "  ".join(" ".join(map(self._faces.text, group)) for _, group in groups)

    def _held(self, face: int) -> int:
        cards = self._view.hands[self.seat] & self.rules.pack.face_sets[face]
        return cards & -cards

    @property
    def _trick(self) -> str:
        table = self._view.table
        lies = self._plays(table) if table else self._narrator.who(self.seat).verb("leads")
        return f"trick {len(self._view.tricks) + 1}{self._trump_note}: {lies}"

    @property
    def _trump_note(self) -> str:
        trump = self._contract.trump
        return f", trump {self.rules.texts.member(Kind.SUITS, trump.bit_length() - 1)}" if trump else ""

    def _plays(self, cards: tuple[tuple[int, int], ...]) -> str:
        return ", ".join(f"{self._narrator.name(seat)} {self._faces.text(card)}" for seat, card in cards)

    def _open_piles(self) -> list[str]:
        names = {index: name for name, index in self.rules.pile_index.items()}
        return [
            f"{names[index]}: {self._faces.texts_of(cards)}"
            for index, cards in enumerate(self._view.piles)
            if cards
        ]

    def _tricks_by_account(self) -> list[int]:
        won = self._view.tricks_won
        return [sum(won[seat] for seat in members(team)) for team in self.rules.seating.teams]
