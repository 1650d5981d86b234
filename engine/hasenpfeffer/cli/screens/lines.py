"""The screen that writes line by line: for pipes, for screen readers, and for terminals that can do little."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.screens import HEADING, RED_CARD, RULE_PLACE
from hasenpfeffer.report.document import as_ascii, as_text
from hasenpfeffer.report.findings.visible import shown
from hasenpfeffer.report.spoken import as_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from hasenpfeffer.report.board import Board
    from hasenpfeffer.report.document import Block

_LONGEST_ANSWER: Final = 10_000
"""Of a longer answer only the beginning is read."""


class LineScreen:
    """Tells on standard output, one thing a line; asks on standard error, and reads from standard input."""

    def __init__(self, *, plain: bool) -> None:
        self.is_live = terminal.is_terminal(sys.stdin) and terminal.is_terminal(sys.stdout)
        self._plain = plain or not terminal.has_card_signs(sys.stdout)
        self._is_spoken = plain
        """Nothing is drawn, and nothing stands side by side: it may be read aloud."""
        self._colour = not plain and terminal.has_colour(sys.stdout)
        self._asks_in_colour = not plain and terminal.has_colour(sys.stderr)
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, *lines: str) -> None:
        width = terminal.columns(sys.stdout)
        for line in lines:
            if line or not self._is_spoken:
                for part in [line] if width is None else wrap(line, width) or [""]:
                    print(self._shown(part, colour=self._colour))

    def show(self, board: Board, situation: Sequence[str], *, brief: bool = False) -> None:
        self.say(*situation)

    def lay_out(self, blocks: Sequence[Block]) -> None:
        if self._is_spoken:
            self.say(*as_lines(blocks))
        else:
            text = as_text(blocks, width=terminal.text_width(sys.stdout), ascii_only=self._plain)
            self.say(*text.splitlines())

    def ask(self, question: str, answers: Sequence[str] = ()) -> str:
        sys.stdout.flush()
        print(self._shown(f"{question}: ", colour=self._asks_in_colour), end="", file=sys.stderr, flush=True)
        answer = _line(sys.stdin) if sys.stdin is not None else ""
        if not answer:
            raise EOFError
        if not terminal.is_terminal(sys.stdin):
            print(self._shown(answer.strip(), colour=False), file=sys.stderr, flush=True)
        return answer

    def cover(self) -> None:
        if self.is_live:
            print(terminal.CLEAR if terminal.can_clear() else "\n" * terminal.rows(), end="", flush=True)

    def forget_typed(self) -> None:
        if self.is_live:
            terminal.forget_typed()

    def complain(self, line: str) -> None:
        """A line on standard error, below the prompt."""
        sys.stdout.flush()
        print(f"\n{self._shown(line, colour=False)}", file=sys.stderr)

    def _shown(self, line: str, *, colour: bool) -> str:
        line = as_ascii(line) if self._plain else line
        return _painted(shown(line)) if colour else shown(line)


def _line(stream: TextIO) -> str:
    """The next line, of an endless one its beginning; empty where there is none."""
    answer = stream.readline(_LONGEST_ANSWER)
    rest = answer
    while rest and not rest.endswith("\n"):
        rest = stream.readline(_LONGEST_ANSWER)
    return answer


def _painted(line: str) -> str:
    """Red suits in red, the place of a rule faint, the beginning of a deal bright."""
    line = HEADING.sub("\x1b[1m\\g<0>\x1b[0m", line)
    line = RED_CARD.sub("\x1b[31m\\g<0>\x1b[0m", line)
    return RULE_PLACE.sub("\x1b[2m\\g<0>\x1b[0m", line)
