"""A sitting at the table: tells what happens, asks the people for their choices, lets the others choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.cli.at_table.commands import (
    BETWEEN_DEALS,
    COMMANDS,
    SCROLLING,
    answer_command,
    command_in,
    tell_rules,
)
from hasenpfeffer.cli.at_table.look_back import look_back
from hasenpfeffer.cli.at_table.shared_screen import NOBODY, SharedScreen
from hasenpfeffer.errors import IllegalActionError, StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.actions import PickCard
from hasenpfeffer.play.reasons import reasons_of
from hasenpfeffer.play.record.replay import PERSON, Decision
from hasenpfeffer.report.board import board
from hasenpfeffer.report.english import possessive
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question
from hasenpfeffer.report.review import Review
from hasenpfeffer.ruleset.steps import TricksStep
from hasenpfeffer.study.driver import Lot, Mind
from hasenpfeffer.study.players import bot, draws

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.reasons import Reason
    from hasenpfeffer.play.table import Table
    from hasenpfeffer.study.players import Player
    from hasenpfeffer.study.recorder import Recorder


_DEAL_ENDS = ("deal over", "thrown in")


class Left(Exception):
    """Somebody left the game."""


class Sitting:
    """One game. `people` is the set of seats at which somebody sits; bots of one kind choose for all others.

    `journal` is told everything before it is shown. A game that is taken up again brings the `decisions` that stand,
    and how many `choices` its deal in progress has had.
    """

    def __init__(
        self,
        table: Table,
        people: int,
        screen: Screen,
        *,
        bots: str = "random",
        journal: Recorder | None = None,
        decisions: Sequence[Decision] = (),
        choices: int = 0,
    ) -> None:
        self.table = table
        self.rules = table.rules
        self.people = people
        self.screen = screen
        self.narrator = Narrator(table.rules, people)
        self.refused: tuple[Reason, ...] = ()
        """Why the last answer was refused."""
        self._bots = bots
        self._bot = bot(bots, table.rules)
        self._journal = journal
        self._decisions = list(decisions)
        self._choices = choices
        self._has_drawn = False
        """Whether the table has been shown since somebody else acted."""
        self._shared = SharedScreen(table, people, screen, self.narrator)

    def play(self) -> bool:
        """Plays to the end of the game; whether it came to that, or somebody left. Raises StuckError where a
        seat has nothing to choose from, or a deal goes on for ever."""
        try:
            self._tell(self._beginning())
            while not self.table.over:
                seat = machine.actor(self.rules, self.table.state)
                if not self.table.actions:
                    raise self._stuck(f"{self.rules.seating.names[seat]} has nothing to choose from")
                if self._choices >= machine.MOST_CHOICES:
                    raise self._stuck(f"it is not over after {machine.MOST_CHOICES:,} choices")
                if self.people >> seat & 1:
                    self._ask(seat)
                else:
                    self._choose_for(seat)
        except Left:
            return False
        finally:
            self._shared.cover_from(NOBODY)
        return True

    def _beginning(self) -> tuple[Event, ...]:
        """What to tell first: all that has happened, or that of the deal in progress where a game goes on."""
        if not self._decisions:
            return self.table.events
        turns = self.table.turns
        self.narrator.at(turns[0].after)
        self.narrator.begin_deal()
        return tuple(event for turn in turns for event in turn.events)

    def _stuck(self, what: str) -> StuckError:
        return StuckError(f"deal {self.table.state.deal_number} of seed {self.table.seed}: {what}")

    # --- the others

    def _choose_for(self, seat: int) -> None:
        """Lets whoever is no person choose: at random, or as the bot at the seat thinks."""
        fault = None
        if self._bot is None:
            actions = self.table.actions
            stream = draws(*self._lot)
            stream.count = self._choices
            action = actions[stream.below(len(actions))]
        else:
            action, fault = self._mind(seat, self._bot).choose(self.table.state, self._choices)
        self._happened(seat, self.table.play(action, fault=fault), self._bots)

    @property
    def _lot(self) -> Lot:
        return Lot(self.table.seed, self.table.game, self.table.shuffles)

    def _mind(self, seat: int, player: Player) -> Mind:
        """A player at a seat who has seen the deal so far."""
        mind = Mind(self.rules, seat, player, self._lot)
        for turn in self.table.turns:
            mind.watch(turn.seat, turn.action, turn.events)
        return mind

    def advise(self, seat: int) -> tuple[str, str]:
        """What a bot would answer in this seat's place, from what the seat knows; and why. Where several cards are
        chosen, all of them."""
        adviser = bot("sampling", self.rules)
        assert adviser is not None
        mind, state, number = self._mind(seat, adviser), self.table.state, self._choices
        first = advice = mind.advise(state, number)
        cards: list[str] = []
        while isinstance(advice.action, PickCard):
            cards.append(self.rules.pack.faces[advice.action.face].code)
            after, events = machine.advance(self.rules, state, advice.action)
            mind.watch(seat, advice.action, events)
            if after.step != state.step or machine.actor(self.rules, after) != seat:
                break
            state, number = after, number + 1
            advice = mind.advise(state, number)
        if isinstance(first.action, PickCard):
            return f"{first.action.step} {' '.join(cards)}", first.reason
        return self.rules.texts.text(first.action), first.reason

    # --- people

    def _ask(self, seat: int) -> None:
        """Asks until there is a choice. Raises Left if somebody leaves."""
        if not self._shared.hand_to(seat):
            raise Left
        outlook = Outlook(self.rules, self.table.state, seat, self.narrator)
        question = Question(outlook)
        self.refused = ()
        self._show(outlook, brief=self._has_drawn and not isinstance(outlook.step, TricksStep))
        while True:
            if self._journal is not None:
                self._journal.sync()
            answer = self.screen.ask(question.text, (*question.answers, *COMMANDS)).strip()
            command = command_in(answer)
            if command is not None and self.rules.texts.read(answer, self.table.actions) is None:
                if command.name == "quit":
                    raise Left
                if command.name == "undo":
                    if self._undo(seat, command.about):
                        return
                    continue
                answer_command(self, command, outlook, question)
                if command.name in SCROLLING:
                    self._show(outlook)
            elif self._try(answer, seat, question):
                return

    def _show(self, outlook: Outlook, *, brief: bool = False) -> None:
        self.screen.show(board(outlook), outlook.situation, brief=brief)
        self._has_drawn = True

    def _try(self, answer: str, seat: int, question: Question) -> bool:
        """Does what the answer says; if it may not be done, says why."""
        try:
            events = self.table.play(answer, whole=True)
        except IllegalActionError as refusal:
            self.refused = reasons_of(refusal)
            self.screen.say(*question.refusal(answer, refusal, tuple(COMMANDS)))
            return False
        self._happened(seat, events, PERSON)
        return True

    def _undo(self, asking: int, named: str) -> bool:
        """Takes back the last choice of a person in this deal and all that came after it; whether that was done.

        Somebody else's is only taken back by name. A deal that is over has been laid open, and stays as it is.
        """
        made = list(reversed(self._decisions[len(self._decisions) - self._choices :]))
        plays = next((number for number, made in enumerate(made, start=1) if made.by == PERSON), 0)
        if not plays:
            self.screen.say("there is no choice in this deal to take back")
            return False
        owner = made[plays - 1].seat
        if fold(owner) != fold(named or self.rules.seating.names[asking]):
            self.screen.say(f"the last choice was {possessive(owner)}; to take it back: undo {owner}")
            return False
        for _ in range(plays):
            self.table.undo()
        self._choices -= plays
        del self._decisions[-plays:]
        self._shared.taken_back()
        if self._journal is not None:
            self._journal.undone(owner, plays)
        self.narrator.at(self.table.state)
        self._has_drawn = False
        seat = self.rules.seating.names.index(owner)
        self._shared.cover_from(seat)
        self.screen.say(self.narrator.taken_back(seat, plays))
        return True

    # --- telling

    def _happened(self, seat: int, events: tuple[Event, ...], by: str) -> None:
        self._decisions.append(Decision(self.rules.seating.names[seat], by, self._choices))
        self._choices += 1
        if any(event.kind in _DEAL_ENDS for event in events):
            self._choices = 0
        if self._journal is not None:
            self._journal.played(self.table, by)
        following = machine.actor(self.rules, self.table.state)
        if by == PERSON:
            self._shared.cover_from(following)
        self._has_drawn = self._has_drawn and following == seat
        self._tell(events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Tells events. A deal that is over is laid open where it was told, and after it the game, if that is over."""
        rest = list(events)
        while rest:
            end = next((i + 1 for i, event in enumerate(rest) if event.kind == "deal over"), len(rest))
            is_over = rest[end - 1].kind == "deal over"
            if end < len(rest) and rest[end].kind == "game over":
                end += 1
            self.screen.say(*self.narrator.lines(rest[:end]))
            if is_over and self.people:
                self._close_deal()
            rest = rest[end:]

    def _close_deal(self) -> None:
        """After a deal: its cards laid open, and a look back at it for who wants one. Raises Left."""
        review = self.review
        assert review is not None
        self._has_drawn = False
        self.screen.lay_out([review.dealt])
        while self.screen.is_live:
            going = "Enter leaves" if self.table.over else "Enter goes on"
            answer = fold(self.screen.ask(f"{going}, look looks back at this deal", BETWEEN_DEALS).strip())
            match answer:
                case "":
                    return
                case "quit" | "exit" | "q":
                    raise Left
                case "look":
                    look_back(self.screen, review)
                case "score":
                    self.screen.say(f"score: {self.narrator.scores(self.table.state.scores)}")
                case "rules":
                    tell_rules(self.screen, self.rules.ruleset)
                case _:
                    self.screen.say(f"{going}; you can also say: {', '.join(BETWEEN_DEALS)}")

    @property
    def review(self) -> Review | None:
        """The last deal that is over, laid open; None while the first is played."""
        turns = self.table.last_deal
        return Review(self.rules, turns, self.people) if turns else None
