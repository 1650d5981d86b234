"""A session of keeping score: asks for deals, tells what they pay, and saves each before the next is asked for."""

from __future__ import annotations

import shlex
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import unknown
from hasenpfeffer.cli.exit_codes import FINE, INTERRUPTED
from hasenpfeffer.cli.screens import open_screen
from hasenpfeffer.errors import CaseError
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.report.sheet import SheetTeller
from hasenpfeffer.study.sheets import NotUnderstood, events

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from hasenpfeffer.cli.keeping.sheet_file import SheetFile
    from hasenpfeffer.study.sheets import Sheet
    from hasenpfeffer.study.sheets.questions import Question

COMMANDS: Final = {
    "?": "what can be said of a deal",
    "sheet": "the whole sheet",
    "why": "which line of the rules paid what in the last deal, and where it stands",
    "undo": "take back the last deal",
    "dealer": "who deals now, as in `dealer south`, where it is not whom the rules name",
    "quit": "leave; the sheet is kept",
}
_THINKS_BETTER: Final = ("undo", "cancel", "quit", "exit")
_ALSO_SAID: Final = {"help": "?", "exit": "quit", "score": "sheet"}
_ASKS: Final = ("?", "help")
_WAY_OUT: Final = "or undo: then nothing is taken down of this deal"


class Keeping:
    """One session at a table: asks for deals, tells what they score, and saves each of them; without a file, none."""

    def __init__(self, sheet: Sheet, file: SheetFile | None, *, plain: bool) -> None:
        self.sheet = sheet
        self.file = file
        self.teller = SheetTeller(sheet)
        self.screen = open_screen(plain=plain)
        self._is_read_aloud = plain or not self.screen.is_live
        """Whether the sheet is a line a deal: a table cannot be read line by line."""

    def keep(self, notices: Sequence[str]) -> int:
        """Keeps score until somebody leaves; the exit code."""
        try:
            self.screen.say(self._introduction(), *notices)
            if self.sheet.deals:
                self._show_sheet()
            self.screen.say(self.teller.standing())
            while self._next():
                pass
        except (EOFError, KeyboardInterrupt):
            is_over = self.sheet.is_over
            self.screen.complain("the game is over" if is_over else self._go_on())
            return FINE if is_over else INTERRUPTED
        if not self.sheet.is_over:
            self.screen.say(self._go_on())
        return FINE

    # --- asking

    def _next(self) -> bool:
        """Asks for a deal or a command; False when somebody leaves."""
        answer = self._ask(self._question())
        word, _, rest = answer.partition(" ")
        command = _ALSO_SAID.get(word.lower(), word.lower())
        if command == "quit" and not rest:
            return False
        if not answer or (command in COMMANDS and (not rest or command == "dealer")):
            self._do(command or "?", rest.strip())
        elif self.sheet.is_over:
            self.screen.say("the game is over; you can say: undo, sheet, why, quit")
        else:
            self._deal(answer)
        return True

    def _question(self) -> str:
        if self.sheet.is_over:
            return "the game is over (undo, sheet, why, quit)"
        return self.teller.next_deal

    def _ask(self, question: str) -> str:
        return self.screen.ask(question).strip()

    def _deal(self, line: str) -> None:
        """Takes a deal down, asking for what is missing; what makes no sense is told, and changes nothing."""
        try:
            whole = self._completed(line)
            if whole is None:
                self.screen.say("the deal is not taken down")
                return
            entered = self.sheet.enter(whole)
        except CaseError as problem:
            self.screen.say(f"{problem}", "nothing is taken down: say the deal again")
            return
        self._save(events.deal(self.sheet))
        self.screen.say(*self.teller.told(entered))

    def _completed(self, line: str) -> str | None:
        """The line with the answers to all that it leaves open; None where somebody thinks better of it."""
        while (question := self.sheet.question(line)) is not None:
            hint = f" (Enter: {question.shown_default})" if question.default is not None else ""
            answer = self._ask(f"{question.text}{hint}")
            if answer.lower() in _THINKS_BETTER or not (answer or question.default):
                return None
            if answer in _ASKS:
                self.screen.say(question.help, _WAY_OUT)
            else:
                line = self._answered(question, line, answer)
        return line

    def _answered(self, question: Question, line: str, answer: str) -> str:
        """The line with the answer; as it was where that is none, which is told."""
        longer = question.answered(line, answer)
        try:
            if self.sheet.question(longer) != question:
                return longer
            problem = question.help
        except NotUnderstood:
            problem = question.help
        except CaseError as error:
            problem = str(error)
        self.screen.say(f"{quoted(answer)} is no answer to that: {problem}")
        return line

    def _do(self, command: str, rest: str) -> None:
        match command:
            case "sheet":
                self._show_sheet()
            case "why":
                self._why()
            case "undo":
                self._undo()
            case "dealer":
                self._set_dealer(rest)
            case _:
                self._help()

    # --- commands

    def _show_sheet(self) -> None:
        if not self.sheet.deals:
            self.screen.say("the sheet is empty")
            return
        if self._is_read_aloud:
            self.screen.say(*self.teller.lines())
        else:
            self.screen.lay_out([self.teller.table()])

    def _why(self) -> None:
        if self.sheet.deals:
            self.screen.say(*self.teller.why(self.sheet.deals[-1]))
        else:
            self.screen.say("the sheet is empty")

    def _undo(self) -> None:
        entered = self.sheet.undo()
        if entered is None:
            self.screen.say("there is no deal to take back")
            return
        self._save(events.UNDONE)
        taken = f"taken back: {self.teller.in_a_line(entered)}"
        self.screen.say(taken, f"score: {self.teller.scores(self.sheet.scores)}", self.teller.standing())

    def _set_dealer(self, name: str) -> None:
        if not name:
            self.screen.say(f"who deals now? Say it as in `dealer {self.sheet.players.names[0]}`")
            return
        seat = self.sheet.players.seat(name)
        if seat is None:
            names = ", ".join(self.sheet.players.names)
            self.screen.say(f"{unknown('player', name, self.sheet.players.names)} There are: {names}")
            return
        if self.sheet.is_over:
            self.screen.say("the game is over")
            return
        self.sheet.set_dealer(seat)
        self._save(events.dealer(self.sheet))
        self.screen.say(self.teller.standing())

    def _help(self) -> None:
        self.screen.say(*self.teller.help(), *(f"{name}: {about}" for name, about in COMMANDS.items()))

    # --- saving

    def _save(self, event: Mapping[str, Any]) -> None:
        """Puts something on the disk. Where that fails, says so, and goes on: it is tried again with the next."""
        if self.file is None:
            return
        try:
            with _undisturbed():
                self.file.add(event)
        except OSError as error:
            self.screen.complain(f"this is not saved: {self.file.path}: {error.strerror}")

    def _introduction(self) -> str:
        seats = ", ".join(self.sheet.players.names)
        return f"{self.sheet.rules.ruleset.title}: score sheet for {seats}. ? tells what can be said."

    def _go_on(self) -> str:
        if self.file is None:
            return "nothing was saved"
        if not self.file.is_there:
            return "nothing was taken down"
        return f"saved; to go on: hasenpfeffer score --file {shlex.quote(str(self.file.path))}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Lets Ctrl-C wait until what is under way is whole."""
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt
