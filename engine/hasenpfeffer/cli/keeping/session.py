"""A session of keeping score: asks for deals, tells what they pay, and saves each before the next is asked for."""

from __future__ import annotations

import shlex
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli.arguments import unknown
from hasenpfeffer.cli.exit_codes import FINE, INTERRUPTED
from hasenpfeffer.cli.keeping.sheet_file import SheetFile, named_scores
from hasenpfeffer.cli.saves import new_sheet
from hasenpfeffer.cli.screens import open_screen
from hasenpfeffer.errors import CaseError
from hasenpfeffer.reading.suggest import quoted
from hasenpfeffer.report.sheet import SheetTeller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hasenpfeffer.cli.keeping.sheet_file import Header
    from hasenpfeffer.study.sheets import Sheet

COMMANDS: Final = {
    "?": "what can be said of a deal",
    "sheet": "the whole sheet",
    "why": "which line of the rules paid what in the last deal, and where it stands",
    "undo": "take back the last deal",
    "dealer": "who deals now, as in `dealer south`, where it is not whom the rules name",
    "quit": "leave; the sheet is kept",
}
_THINKS_BETTER: Final = ("undo", "quit", "exit")
_ALSO_SAID: Final = {"help": "?", "exit": "quit", "score": "sheet"}


class Keeping:
    """One session at a table: asks for deals, tells what they score, and saves each of them."""

    def __init__(self, sheet: Sheet, header: Header, file: SheetFile | None, *, plain: bool) -> None:
        self.sheet = sheet
        self.header = header
        self.file = file
        self.teller = SheetTeller(sheet)
        self.screen = open_screen(plain=plain)

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
        return f"deal {self.sheet.state.deal_number}"

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
        self._save(lambda file: file.deal(entered.state.deal_number, whole, named_scores(self.sheet)))
        self.screen.say(*self.teller.told(entered))

    def _completed(self, line: str) -> str | None:
        """The line with the answers to all that it leaves open; None where somebody thinks better of it."""
        while (question := self.sheet.question(line)) is not None:
            hint = f" (Enter: {question.shown_default})" if question.default is not None else ""
            answer = self._ask(f"{question.text}{hint}")
            if answer.lower() in _THINKS_BETTER or not (answer or question.default):
                return None
            longer = question.answered(line, answer)
            try:
                following = self.sheet.question(longer)
            except CaseError as problem:
                self.screen.say(f"{quoted(answer)} is no answer to that: {problem}")
                continue
            if following == question:
                self.screen.say(f"{quoted(answer)} is no answer to that")
            else:
                line = longer
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
        self._save(lambda file: file.undone())
        taken = f"deal {entered.state.deal_number} is taken back: {entered.line}"
        self.screen.say(taken, f"score: {self.teller.scores(self.sheet.scores)}", self.teller.standing())

    def _set_dealer(self, name: str) -> None:
        seat = self.sheet.players.seat(name)
        if seat is None:
            names = ", ".join(self.sheet.players.names)
            self.screen.say(f"{unknown('player', name, self.sheet.players.names)} There are: {names}")
            return
        if self.sheet.is_over:
            self.screen.say("the game is over")
            return
        self.sheet.set_dealer(seat)
        self._save(lambda file: file.dealer(self.sheet.rules.seating.names[seat]))
        self.screen.say(self.teller.standing())

    def _help(self) -> None:
        self.screen.say(*self.teller.help(), *(f"{name}: {about}" for name, about in COMMANDS.items()))

    # --- saving

    def _save(self, write: Callable[[SheetFile], None]) -> None:
        """Puts something on the disk. Where that fails, says so, and goes on: the sheet is still on the screen."""
        try:
            with _undisturbed():
                if self.file is None:
                    self.file = SheetFile(new_sheet(self.header.ruleset), self.header)
                write(self.file)
        except OSError as error:
            where = self.file.path if self.file is not None else error.filename
            self.screen.complain(f"this is not saved: {where}: {error.strerror}")

    def _introduction(self) -> str:
        seats = ", ".join(self.sheet.players.names)
        return f"{self.sheet.rules.ruleset.title}: score sheet for {seats}. ? tells what can be said."

    def _go_on(self) -> str:
        if self.file is None or not self.file.is_there:
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
