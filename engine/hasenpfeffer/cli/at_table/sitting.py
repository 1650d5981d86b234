"""A sitting at the table: tells what happens, asks the people for their choices, lets the others choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from hasenpfeffer.cards import fold
from hasenpfeffer.errors import IllegalActionError, StuckError
from hasenpfeffer.play import machine
from hasenpfeffer.reading.suggest import nearest, quoted
from hasenpfeffer.report.english import Noun, listed
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.position import Outlook
from hasenpfeffer.seats import members
from hasenpfeffer.study.driver import MOST_CHOICES, Lot, Mind
from hasenpfeffer.study.players import bot, draws

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.reasons import Reason
    from hasenpfeffer.play.table import Table

COMMANDS: Final = {
    "?": "what you may say now",
    "hand": "your hand and what lies on the table",
    "score": "the score, and how this deal stands",
    "last": "the last trick",
    "undo": "take back your last choice",
    "quit": "leave the game",
}
_ALSO_SAID: Final = {"": "?", "help": "?", "exit": "quit"}
"""Other words for the commands."""
_YOU_CAN_SAY: Final = "; you can say: "
_OF_ANOTHER_STEP: Final = "the choice now is "
"""How refusals begin that only name the step whose turn it is."""
_DEAL_ENDS: Final = ("deal over", "thrown in")


class Screen(Protocol):
    """Where the sitting is shown. `ask` raises EOFError when there is nobody to answer any more."""

    def say(self, *lines: str) -> None: ...

    def ask(self, question: str) -> str: ...


class Sitting:
    """One game. `people` is the set of seats at which somebody sits; bots of one kind choose for all others.

    With `shows_deals`, each deal is written down when it has been scored, as a text to play it again.
    """

    def __init__(
        self,
        table: Table,
        people: int,
        screen: Screen,
        *,
        bots: str = "random",
        shows_deals: bool = False,
    ) -> None:
        self.table = table
        self.rules = table.rules
        self.people = people
        self.screen = screen
        self.narrator = Narrator(table.rules, people)
        self._bot = bot(bots, table.rules)
        self._shows_deals = shows_deals
        self._deal = table.deal
        self._decisions: list[tuple[int, bool]] = []
        """Before each choice: how many there were in its deal, and whether a person made it."""
        self._choices = 0

    def play(self) -> bool:
        """Plays to the end of the game; whether it came to that, or somebody left. Raises StuckError where a
        seat has nothing to choose from, or a deal goes on for ever."""
        self._tell(self.table.events)
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

    def _stuck(self, what: str) -> StuckError:
        return StuckError(f"deal {self.table.state.deal_number} of seed {self.table.seed}: {what}")

    # --- the others

    def _choose_for(self, seat: int) -> None:
        """Lets whoever is no person choose: at random, or as the bot at the seat thinks."""
        lot = Lot(self.table.seed, 0, self.table.shuffles)
        if self._bot is None:
            actions = self.table.actions
            stream = draws(*lot)
            stream.count = self._choices
            action = actions[stream.below(len(actions))]
        else:
            mind = Mind(self.rules, seat, self._bot, lot)
            for turn in self.table.turns:
                mind.watch(turn.seat, turn.action, turn.events)
            action, fault = mind.choose(self.table.state, self._choices)
            if fault is not None:
                name = self.rules.seating.names[seat]
                self.screen.say(f"the bot of {name} failed ({fault}); a legal choice is made for it")
        before = (self._choices, False)
        self._happened(self.table.play(action), before)

    # --- people

    def _ask(self, seat: int) -> bool:
        """Asks until there is a choice; False if they leave."""
        outlook = self._outlook(seat)
        self.screen.say(*outlook.situation)
        while True:
            answer = self.screen.ask(outlook.question).strip()
            command = _ALSO_SAID.get(fold(answer), fold(answer))
            if command in COMMANDS and self.rules.texts.read(answer, self.table.actions) is None:
                if command == "quit":
                    return False
                if command == "undo" and self._undo():
                    return True
                self._answer(command, outlook)
            elif self._try(answer, outlook):
                return True

    def _answer(self, command: str, outlook: Outlook) -> None:
        """What a command asks for; `undo` comes here when there is nothing to take back."""
        match command:
            case "hand":
                self.screen.say(*outlook.situation)
            case "score":
                self.screen.say(*outlook.standing)
            case "last":
                self.screen.say(outlook.last_trick)
            case "undo":
                self.screen.say("there is no choice of yours to take back")
            case _:
                self.screen.say(f"you may say: {', '.join(outlook.answers)}")
                self.screen.say(*(f"{name}: {about}" for name, about in COMMANDS.items()))

    def _try(self, answer: str, outlook: Outlook) -> bool:
        """Does what the answer says; if it may not be done, says why."""
        before = (self._choices, True)
        try:
            events = self.table.play(answer)
        except IllegalActionError as refusal:
            self.screen.say(*self._refusal(answer, refusal, outlook))
            return False
        self._happened(events, before)
        return True

    def _refusal(self, answer: str, refusal: IllegalActionError, outlook: Outlook) -> list[str]:
        """Why it cannot be done. What may be said instead stands there as the question has it."""
        reasons: Sequence[Reason] = refusal.reasons  # type: ignore[assignment]
        if reasons and not reasons[0].message.startswith(_OF_ANOTHER_STEP):
            return [self._reason(reason) for reason in dict.fromkeys(reasons)]
        problem, lists_choices, _ = str(refusal).partition(_YOU_CAN_SAY)
        if reasons:
            problem = f"{quoted(answer)} is no answer to this question"
        elif not lists_choices:
            return [self._signs(problem)]
        guess = nearest(answer, (*self.table.legal, *COMMANDS))
        hint = f". Did you mean `{guess}`?" if guess else ""
        return [f"{self._signs(problem)}{_YOU_CAN_SAY}{outlook.some_answers}{hint}"]

    def _reason(self, reason: Reason) -> str:
        """A reason, spoken to whoever has to choose."""
        seat = machine.actor(self.rules, self.table.state)
        message, name = self._signs(reason.message), f"{self.rules.seating.names[seat]} "
        if message.startswith(name):
            message = self.narrator.who(seat).verb(message.removeprefix(name))
        elif message.startswith("must "):
            message = f"{self.narrator.name(seat)} {message}"
        return message + (f" ({reason.place.line})" if reason.place is not None else "")

    def _undo(self) -> bool:
        """Takes back the last choice of a person and all that came after it; whether there was one."""
        if not any(by_person for _, by_person in self._decisions):
            return False
        by_person = False
        while not by_person:
            self.table.undo()
            self._choices, by_person = self._decisions.pop()
        self.narrator.at(self.table.state)
        self._deal = self.table.deal
        seat = machine.actor(self.rules, self.table.state)
        self.screen.say(f"taken back: {self.narrator.whose(seat)} choice and all after it")
        return True

    # --- telling

    def _happened(self, events: tuple[Event, ...], before: tuple[int, bool]) -> None:
        self._decisions.append(before)
        self._choices += 1
        if any(event.kind in _DEAL_ENDS for event in events):
            self._choices = 0
        self._tell(events)

    def _tell(self, events: tuple[Event, ...]) -> None:
        """Tells events; a deal that is over is written down where it was told."""
        rest = list(events)
        while rest:
            end = next((i + 1 for i, event in enumerate(rest) if event.kind == "deal over"), len(rest))
            self.screen.say(*self.narrator.lines(rest[:end]))
            if self._shows_deals and rest[end - 1].kind == "deal over":
                self.screen.say(f'these cards again: --deal "{self._deal}"')
            rest = rest[end:]
        self._deal = self.table.deal

    def _outlook(self, seat: int) -> Outlook:
        return Outlook(self.rules, self.table.state, seat, self.narrator)

    def _signs(self, message: str) -> str:
        return self.narrator.faces.with_signs(message)


def introduction(table: Table, people: int, bots: str = "random") -> list[str]:
    """Who plays what, and how to go on."""
    rules, seating = table.rules, table.rules.seating
    patches = rules.ruleset.patches
    found = [rules.ruleset.title + (f" with {listed(patches)}" if patches else "")]
    seated, others = _names(table, people), _names(table, seating.everybody & ~people)
    if len(seated) == 1:
        team = seating.teams[seating.team_of[people.bit_length() - 1]]
        partners = Noun(listed(_names(table, team & ~people)), plural=team.bit_count() > 2)
        found.append(
            f"you are {seated[0]}" + (f"; {partners.verb('plays')} with you" if partners.text else "")
        )
    elif seated:
        found.append(f"people: {listed(seated)}; they share this screen and see each other's hands")
    if others:
        noun = Noun(listed(others), plural=len(others) > 1)
        manner = (
            "plays at random"
            if bots == "random"
            else "plays with care"
            if bots == "careful"
            else "thinks ahead"
        )
        found.append(noun.verb(manner))
    if seated:
        found.append("? says what you may do, quit leaves the game")
    return found


def _names(table: Table, seats: int) -> list[str]:
    return [table.rules.seating.names[seat] for seat in members(seats)]
