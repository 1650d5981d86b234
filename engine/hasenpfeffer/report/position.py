"""A position as one seat sees it, in lines: its hand, the trick, the score and how the deal stands."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.view import view
from hasenpfeffer.report.english import listed
from hasenpfeffer.ruleset import steps
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.contract import Contract
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.report.events import Narrator


class Outlook:
    """What one seat sees. Everything is taken from its view, so nothing hidden can be in it."""

    def __init__(self, rules: CompiledRules, state: State, seat: int, narrator: Narrator) -> None:
        self.rules = rules
        self.state = state
        """The whole position, for what must ask the rules; nothing of it is shown."""
        self.seat = seat
        self.seen = view(rules, state, seat)
        self.playing = self.seen.hand_to_play if self.seen.actor == seat else seat
        """The seat whose cards are before it: its own, or those of a dummy when it has to play them."""
        self.narrator = narrator

    # --- what lies there

    @property
    def hand(self) -> str:
        """The hand to play as the rules sort it, a wider space between suits."""
        return self._hand_of(self.playing)

    @property
    def hand_groups(self) -> list[list[int]]:
        """The cards of the hand to play as the rules sort them, suit by suit."""
        return self._groups(self.seen.hands[self.playing])

    @property
    def situation(self) -> list[str]:
        """What to know before a choice: the trick, or trumps where they are known, what lies open, then the hand."""
        trick = [self._trick] if isinstance(self.step, steps.TricksStep) else self._trumps
        return [*trick, *self.open_cards, f"{self.whose_hand}: {self.hand}"]

    @property
    def open_cards(self) -> list[str]:
        """What else there is to see: piles while no trick is played, cards turned up, and hands that lie open."""
        piles = [] if isinstance(self.step, steps.TricksStep) else self._open_piles()
        turned = [
            f"{self.narrator.whose(seat)} cards laid aside: {self.narrator.faces.texts_of(cards)}"
            for seat, cards in enumerate(self.seen.turned)
            if cards
        ]
        return [*piles, *turned] + [
            f"{self._called(seat)}: {self._hand_of(seat)}"
            for seat, cards in enumerate(self.seen.hands)
            if cards and seat != self.playing
        ]

    @property
    def standing(self) -> list[str]:
        """Scores, and how the deal in progress stands; who deals comes last."""
        seen, names = self.seen, self.narrator
        found = [f"score: {names.scores(seen.scores)}"] if self.rules.ruleset.keeps_scores else []
        for name, index in self.rules.counter_index.items():
            if any(seen.counters[index]):
                found.append(f"{name}: {names.counted(name, seen.counters[index])}")
        if seen.declarer >= 0:
            call = f" with {self.rules.calls[seen.call].text}" if seen.call >= 0 else ""
            found.append(f"declarer: {names.name(seen.declarer)}{call}{self._trump_note}")
        if sum(seen.tricks_won):
            found.append(f"tricks: {names.scores(self._tricks_by_account())}")
        if seen.melds:
            found.append(f"melds: {names.scores(self._melds_by_account())}")
        if seen.sitting:
            found.append(f"sitting out: {listed([names.name(seat) for seat in members(seen.sitting)])}")
        return [*found, f"dealer: {names.name(seen.dealer)}"]

    @property
    def last_trick(self) -> str:
        tricks = self.seen.tricks
        if not tricks:
            return "no trick has been played in this deal"
        winner = self.narrator.who(tricks[-1].winner).verb("wins")
        return f"trick {len(tricks)}: {self._plays(tricks[-1].cards)}; {winner}"

    @property
    def leader(self) -> int:
        """Who leads to the trick in progress, the seat itself where nothing lies there yet."""
        return self.seen.table[0][0] if self.seen.table else self.playing

    @property
    def step(self) -> steps.Step:
        return self.rules.ruleset.steps[self.state.step]

    @property
    def whose(self) -> str:
        return self.narrator.whose(self.seat)

    @property
    def whose_hand(self) -> str:
        """`your hand`, or `north's open hand` where that is the one to play."""
        return self._called(self.playing)

    def in_groups(self, cards: int) -> str:
        """Cards in a line as the rules sort them."""
        return "  ".join(" ".join(map(self.narrator.faces.text, group)) for group in self._groups(cards))

    # --- how

    def _called(self, seat: int) -> str:
        return f"{self.narrator.whose(seat)} {'hand' if seat == self.seat else 'open hand'}"

    def _hand_of(self, seat: int) -> str:
        cards = self.seen.hands[seat]
        if not cards:
            return "no cards" if not self.seen.hand_sizes[seat] else "face down"
        return self.in_groups(cards)

    @cached_property
    def _contract(self) -> Contract:
        """The order of cards, as far as this seat knows it: secret answers and hidden piles are left out."""
        dealt = tuple(
            pile if self.rules.pile_names[index] in self.rules.open_piles else pile & self.state.turned
            for index, pile in enumerate(self.state.piles_dealt)
        )
        known = self.state._replace(settings=self.seen.settings, piles=self.seen.piles, piles_dealt=dealt)
        return self.rules.environment(known, self.seat).contract

    def _groups(self, cards: int) -> list[list[int]]:
        contract = self._contract
        held = [card for card in contract.order if cards >> card & 1]
        return [list(group) for _, group in groupby(held, lambda card: contract.suit_of[card])]

    @property
    def _trick(self) -> str:
        table = self.seen.table
        lies = self._plays(table) if table else self.narrator.who(self.playing).verb("leads")
        return f"trick {len(self.seen.tricks) + 1}{self._trump_note}: {lies}"

    @property
    def _trumps(self) -> list[str]:
        trump = self._contract.trump
        return [f"trump {self.rules.texts.member(Kind.SUITS, trump.bit_length() - 1)}"] if trump else []

    @property
    def _trump_note(self) -> str:
        return "".join(f", {trumps}" for trumps in self._trumps)

    def _plays(self, cards: tuple[tuple[int, int], ...]) -> str:
        return ", ".join(
            f"{self.narrator.name(seat)} {self.narrator.faces.text(card)}" for seat, card in cards
        )

    def _open_piles(self) -> list[str]:
        return [
            f"{self.rules.pile_names[index]}: {self.narrator.faces.texts_of(cards)}"
            for index, cards in enumerate(self.seen.piles)
            if cards
        ]

    def _tricks_by_account(self) -> list[int]:
        won = self.seen.tricks_won
        return [sum(won[seat] for seat in members(team)) for team in self.rules.seating.teams]

    def _melds_by_account(self) -> list[Number]:
        melds = self.seen.melds
        return [sum(one.points for one in melds if team >> one.seat & 1) for team in self.rules.seating.teams]
