"""A sitting at the table: tells what happens, asks the people for their choices, lets the others choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.cli.at_table.commands import COMMANDS, answer_command, command_in
from hasenpfeffer.cli.at_table.look_back import look_back
from hasenpfeffer.errors import IllegalActionError, StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.play.record.replay import PERSON
from hasenpfeffer.report.board import board
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.report.question import Question
from hasenpfeffer.report.review import Review
from hasenpfeffer.ruleset.steps import TricksStep
from hasenpfeffer.study.driver import MOST_CHOICES, Lot, Mind
from hasenpfeffer.study.players import bot, draws

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.reasons import Reason
    from hasenpfeffer.play.table import Table
    from hasenpfeffer.study.players import Player

    class Journal(Protocol):
        """Where a game is written down as it goes."""

        def played(self, table: Table, by: str) -> None: ...

        def undone(self, seat: str, plays: int) -> None: ...

        def sync(self) -> None: ...


_DEAL_ENDS = ("deal over", "thrown in")


class Made(NamedTuple):
    """A choice that stands: how many were made in its deal before it, and whose it was if a person made it."""

    choices: int
    person: int


class Sitting:
    """One game. `people` is the set of seats at which somebody sits; bots of one kind choose for all others.

    With `shows_deals`, each deal is written down when it has been scored, as a text to play it again. `journal`
    is told everything before it is shown. A game that is taken up again brings the choices `made` in it.
    """

    def __init__(
        self,
        table: Table,
        people: int,
        screen: Screen,
        *,
        bots: str = "random",
        shows_deals: bool = False,
        journal: Journal | None = None,
        made: Sequence[Made] = (),
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
        self._shows_deals = shows_deals
        self._journal = journal
        self._deal = table.deal
        self._made = list(made)
        self._choices = choices
        self._looking = -1
        """Of several people, who may look at the screen."""
        self._heard: dict[int, tuple[int, int]] = {}
        """Of several people, up to which deal and turn each has been told what happened."""

    def play(self) -> bool:
        """Plays to the end of the game; whether it came to that, or somebody left. Raises StuckError where a
        seat has nothing to choose from, or a deal goes on for ever."""
        self._tell(self._beginning())
        while not self.table.over:
            seat = machine.actor(self.rules, self.table.state)
            if not self.table.actions:
                raise self._stuck(f"{self.rules.seating.names[seat]} has nothing to choose from")
            if self._choices >= MOST_CHOICES:
                raise self._stuck(f"it is not over after {MOST_CHOICES:,} choices")
            if not self.people >> seat & 1:
                self._choose_for(seat)
            elif not self._ask(seat):
                return False
        return True

    def _beginning(self) -> tuple[Event, ...]:
        """What to tell first: all that has happened, or that of the deal in progress where a game goes on."""
        if not self._made:
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
        before = Made(self._choices, -1)
        self._happened(self.table.play(action, fault=fault), before, self._bots)

    @property
    def _lot(self) -> Lot:
        return Lot(self.table.seed, 0, self.table.shuffles)

    def _mind(self, seat: int, player: Player) -> Mind:
        """A player at a seat who has seen the deal so far."""
        mind = Mind(self.rules, seat, player, self._lot)
        for turn in self.table.turns:
            mind.watch(turn.seat, turn.action, turn.events)
        return mind

    def advise(self, seat: int) -> tuple[str, str]:
        """What a bot would answer in this seat's place, from what the seat knows; and why."""
        adviser = bot("sampling", self.rules)
        assert adviser is not None
        action, reason = self._mind(seat, adviser).advise(self.table.state, self._choices)
        return self.rules.texts.text(action), reason

    # --- people

    def _ask(self, seat: int) -> bool:
        """Asks until there is a choice; False if they leave."""
        self._hand_over(seat)
        outlook = Outlook(self.rules, self.table.state, seat, self.narrator)
        question = Question(outlook)
        self.refused = ()
        goes_on = bool(self._choices and self._made and self._made[-1].person == seat)
        is_brief = goes_on and not isinstance(outlook.step, TricksStep)
        self.screen.show(board(outlook), outlook.situation, brief=is_brief)
        while True:
            if self._journal is not None:
                self._journal.sync()
            answer = self.screen.ask(question.text, (*question.answers, *COMMANDS)).strip()
            command = command_in(answer)
            if command is not None and self.rules.texts.read(answer, self.table.actions) is None:
                if command.name == "quit":
                    return False
                if command.name == "undo" and self._undo():
                    return True
                answer_command(self, command, outlook, question)
            elif self._try(answer, seat, question):
                return True

    def _hand_over(self, seat: int) -> None:
        """Where several people share the screen: hides what was shown to another, and tells what only this seat
        may know."""
        if self.people.bit_count() < 2:
            return
        deal, count = self._heard.get(seat, (0, 0))
        new = self.table.turns[count if deal == self.table.shuffles else 0 :]
        is_another = self._looking != seat and self.screen.is_live
        if is_another:
            name = self.rules.seating.names[seat]
            self.screen.ask(f"{name} is asked. Enter when only {name} looks")
            self.screen.cover()
        self._tell_again(seat, new, only_private=not is_another)
        self._looking = seat
        self._heard[seat] = (self.table.shuffles, len(self.table.turns))

    def _tell_again(self, seat: int, turns: Sequence[Turn], *, only_private: bool) -> None:
        """Tells one of several what has happened since it was asked last: all that it may know, or only what
        others may not."""
        if not turns:
            return
        voice = Narrator(self.rules, 1 << seat, says_you=False)
        voice.at(turns[0].before or turns[0].after)
        if turns[0].before is None:
            voice.begin_deal()
        events = (event for turn in turns for event in turn.events)
        self.screen.say(
            *voice.lines(event for event in events if not only_private or self._is_private(event, seat))
        )

    def _is_private(self, event: Event, seat: int) -> bool:
        """Whether a seat may know more of an event than all people together; hands are shown anyway."""
        return event.kind != "dealt" and event.as_seen(seat) != self.narrator.heard(event)

    def _try(self, answer: str, seat: int, question: Question) -> bool:
        """Does what the answer says; if it may not be done, says why."""
        before = Made(self._choices, seat)
        try:
            events = self.table.play(answer)
        except IllegalActionError as refusal:
            self.refused = refusal.reasons  # type: ignore[assignment]
            self.screen.say(*question.refusal(answer, refusal, tuple(COMMANDS)))
            return False
        self._happened(events, before, PERSON)
        return True

    def _undo(self) -> bool:
        """Takes back the last choice of a person in this deal and all that came after it; whether there was one.

        A deal that is over has been laid open, and stays as it is.
        """
        plays = next((n for n, made in enumerate(reversed(self._made), 1) if made.person >= 0), 0)
        if not 0 < plays <= self._choices:
            return False
        for _ in range(plays):
            self.table.undo()
        owner = self._made[-plays].person
        self._choices = self._made[-plays].choices
        del self._made[-plays:]
        last = len(self.table.turns)
        self._heard = {seat: (deal, min(count, last)) for seat, (deal, count) in self._heard.items()}
        if self._journal is not None:
            self._journal.undone(self.rules.seating.names[owner], plays)
        self.narrator.at(self.table.state)
        self._cover_from(owner)
        self.screen.say(f"taken back: {self.narrator.whose(owner)} choice and all after it")
        return True

    # --- telling

    def _happened(self, events: tuple[Event, ...], made: Made, by: str) -> None:
        self._made.append(made)
        self._choices += 1
        if any(event.kind in _DEAL_ENDS for event in events):
            self._choices = 0
        if self._journal is not None:
            self._journal.played(self.table, by)
        if made.person >= 0:
            self._cover_from(machine.actor(self.rules, self.table.state))
        self._tell(events)

    def _cover_from(self, seat: int) -> None:
        """Takes a hand out of sight before anybody else looks."""
        if self._looking not in (-1, seat) and self.people.bit_count() > 1:
            self._looking = -1
            self.screen.cover()

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Tells events; a deal that is over is written down, and laid open, where it was told."""
        rest = list(events)
        while rest:
            end = next((i + 1 for i, event in enumerate(rest) if event.kind == "deal over"), len(rest))
            self.screen.say(*self.narrator.lines(rest[:end]))
            if rest[end - 1].kind == "deal over":
                self._close_deal()
            rest = rest[end:]
        self._deal = self.table.deal

    def _close_deal(self) -> None:
        """After a deal: its cards laid open, and a look back at it for who wants one."""
        if self._shows_deals:
            self.screen.say(f'these cards again: --deal "{self._deal}"')
        if not self.people:
            return
        review = self.review
        assert review is not None
        self.screen.say("")
        self.screen.lay_out([review.dealt])
        if self.screen.is_live:
            answer = self.screen.ask("Enter goes on, `look` looks back at this deal")
            if fold(answer.strip()) == "look":
                look_back(self.screen, review)

    @property
    def review(self) -> Review | None:
        """The last deal that is over, laid open; None while the first is played."""
        turns = self.table.last_deal
        return Review(self.rules, turns, self.people) if turns else None
