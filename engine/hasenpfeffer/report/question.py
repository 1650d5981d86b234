"""What one seat is asked, in its rules' own words: the question, what may be answered, and why nothing else may be."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from hasenpfeffer.play.actions import (
    Announce,
    Choose,
    Finish,
    MakeCall,
    NameSuit,
    PickCard,
    PlayCard,
    Predict,
)
from hasenpfeffer.play.bidding import Bidding
from hasenpfeffer.play.reasons import reasons_of, why_not
from hasenpfeffer.play.steps.auction import AuctionPlayer
from hasenpfeffer.play.steps.picking import PickingPlayer
from hasenpfeffer.reading.suggest import asked, nearest, quoted
from hasenpfeffer.report.english import listed
from hasenpfeffer.ruleset import steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.errors import IllegalActionError
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.reasons import Reason
    from hasenpfeffer.report.position import Outlook

_MOST_IN_A_QUESTION: Final = 12
"""Answers that a question lists; a longer list is cut."""
_MOST_REASONS: Final = 6
"""Reasons that are given for all that may not be answered."""


class Question:
    """The choice that a seat has before it."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.rules = outlook.rules
        self._faces = outlook.narrator.faces

    # --- what is asked

    @property
    def text(self) -> str:
        """What is to be decided, with the answers where they are few."""
        fits = "any" if self._is_free else _cut(self._single)
        return f"{self._asked} ({fits}{self._announcements})"

    @property
    def some_answers(self) -> str:
        """What may be said, in one line; a long list is cut."""
        return f"{_cut(self._single)}{self._announcements}"

    @property
    def _announcements(self) -> str:
        """What may be announced before the card: `; or announce re`."""
        said = [self._answer(action) for action in self.outlook.seen.legal if isinstance(action, Announce)]
        return f"; or announce {', '.join(said)}" if said else ""

    @cached_property
    def answers(self) -> list[str]:
        """What may be said. Where several cards are chosen, the cards among which."""
        legal = self.outlook.seen.legal
        return [*self._single, *(self._answer(action) for action in legal if isinstance(action, Announce))]

    @cached_property
    def _single(self) -> list[str]:
        """The answers without what may be announced before them."""
        outlook = self.outlook
        player = self.rules.steps[outlook.state.step]
        if isinstance(player, PickingPlayer):
            return outlook.in_groups(player.pool(outlook.state, outlook.seat)).split()
        plays = [action for action in outlook.seen.legal if isinstance(action, PlayCard)]
        if plays:
            return outlook.in_groups(sum(self._held(action.face) for action in plays)).split()
        return [self._answer(action) for action in outlook.seen.legal]

    # --- why nothing else

    @property
    def explanation(self) -> list[str]:
        """What may be said, and what may not and why."""
        fits = f"{self.outlook.narrator.who(self.outlook.seat)} may say: {', '.join(self.answers)}"
        grouped: dict[tuple[str, ...], list[str]] = {}
        for action in self._thinkable:
            reasons = why_not(self.rules, self.outlook.state, action)
            if reasons:
                told = tuple(self.reason(reason) for reason in reasons)
                grouped.setdefault(told, []).append(self._answer(action))
        found = [fits]
        found += [f"not {', '.join(answers)}: {'; '.join(told)}" for told, answers in grouped.items()]
        return found[: _MOST_REASONS + 1] + ["…"] * (len(found) > _MOST_REASONS + 1)

    def refusal(self, answer: str, refused: IllegalActionError, commands: Sequence[str]) -> list[str]:
        """Why an answer cannot be done. What may be said instead stands there as the question has it."""
        reasons = reasons_of(refused)
        is_elsewhere = reasons[0].of_other_step
        if not refused.problem and not is_elsewhere:
            return [self.reason(reason) for reason in dict.fromkeys(reasons)]
        problem = f"{quoted(answer)} is no answer to this question" if is_elsewhere else refused.problem
        guess = nearest(answer, (*map(self.rules.texts.text, self.outlook.seen.legal), *commands))
        hint = asked(guess)
        return [f"{self._faces.with_signs(problem)}; you can say: {self.some_answers}{hint}"]

    def reason(self, reason: Reason) -> str:
        """A reason, spoken to whoever has to choose; of the hand to play, where that is another's."""
        who = self.outlook.narrator.who(self.outlook.playing)
        return self._faces.with_signs(who.verb(reason.predicate) if reason.predicate else reason.message)

    @property
    def _thinkable(self) -> list[Action]:
        """What somebody might think of answering: the cards of the hand, the calls of the auction."""
        player = self.rules.steps[self.outlook.state.step]
        if isinstance(player, AuctionPlayer):
            return [MakeCall(player.first + index) for index in range(len(player.step.calls))]
        cards = self.rules.pack.cards
        faces = dict.fromkeys(cards[card] for group in self.outlook.hand_groups for card in group)
        if isinstance(player, PickingPlayer):
            pool = player.pool(self.outlook.state, self.outlook.seat)
            return [PickCard(player.step.name, face) for face in faces if not pool & self._held(face)]
        return [PlayCard(face) for face in faces] if self._plays_card else []

    # --- how

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
            case PickCard(_, face) | PlayCard(face):
                return self._faces.texts[face]
            case Finish():
                return "done"
            case _:
                return texts.text(action)

    @property
    def _asked(self) -> str:
        outlook = self.outlook
        match outlook.step:
            case steps.AuctionStep() if self._held_call:
                return f"{outlook.whose} answer to {self._held_call}"
            case steps.AuctionStep():
                return f"{outlook.whose} call"
            case steps.GoAloneStep() as step:
                how = "" if step.name == "alone" else f" ({step.name})"
                return f"{outlook.narrator.who(outlook.seat).asked('plays alone')}{how}?"
            case steps.TricksStep() if self._plays_card:
                dummy = "" if outlook.playing == outlook.seat else f" from {outlook.whose_hand}"
                return f"{outlook.whose} card{dummy}"
            case steps.TricksStep():
                return f"{outlook.whose} choice of the suit asked for"
            case steps.MoveCards() as step:
                return f"{outlook.whose} {step.name}, {self._how_many}"
            case steps.DealStep():
                return f"{outlook.narrator.name(outlook.seat)}, throw the hand in?"
            case step:
                return f"{outlook.whose} {step.name}"

    @property
    def _held_call(self) -> str:
        """The call that the seat can only hold or leave to the other; empty where it calls itself."""
        work = self.outlook.state.work
        if not isinstance(work, Bidding) or not work.is_asked_to_hold:
            return ""
        return self.rules.calls[self.outlook.state.call].text

    @property
    def _plays_card(self) -> bool:
        return any(isinstance(action, PlayCard) for action in self.outlook.seen.legal)

    @property
    def _is_free(self) -> bool:
        """Whether any card of the hand will do."""
        hand = set(self.outlook.in_groups(self.outlook.seen.hands[self.outlook.playing]).split())
        is_of_cards = self._plays_card or isinstance(self.outlook.step, steps.MoveCards)
        return is_of_cards and 1 < len(hand) == len(set(self._single))

    @property
    def _how_many(self) -> str:
        player = self.rules.steps[self.outlook.state.step]
        assert isinstance(player, PickingPlayer)
        numbers = sorted(set(player.numbers(self.outlook.state)))
        return f"{listed([str(number) for number in numbers], 'or')} card{'' if numbers == [1] else 's'}"

    def _held(self, face: int) -> int:
        cards = self.outlook.seen.hands[self.outlook.playing] & self.rules.pack.face_sets[face]
        return cards & -cards


def _cut(answers: Sequence[str]) -> str:
    """Answers in a line, not too many of them."""
    return ", ".join([*answers[:_MOST_IN_A_QUESTION], *["…"] * (len(answers) > _MOST_IN_A_QUESTION)])
