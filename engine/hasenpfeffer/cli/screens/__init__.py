"""Where people are shown something and asked: what every screen can do, and the one that fits the terminal at hand."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final, Protocol

from hasenpfeffer.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.report.board import Board
    from hasenpfeffer.report.document import Block

RED_CARD: Final = re.compile(r"\b(?:10|[2-9A-Z]|[1-9][0-9])[♥♦]")
RULE_PLACE: Final = re.compile(r"\([^()\s]+:[0-9]+\)$")
HEADING: Final = re.compile(r"^deal \d+(?: again)?(?:: .*|, thrown in$)")


class Screen(Protocol):
    """`is_live`: a person looks at it, so it may wait between deals and must hide hands from others. `ask` raises
    EOFError when there is nobody to answer any more."""

    is_live: bool

    def say(self, *lines: str) -> None: ...

    def show(self, board: Board, situation: Sequence[str], *, brief: bool = False) -> None:
        """The table before a choice: as a picture, or as the lines of the situation. `brief`: only the hand is
        of interest, for nobody else has acted since the last picture."""

    def lay_out(self, blocks: Sequence[Block]) -> None:
        """A document or a table."""

    def ask(self, question: str, answers: Sequence[str] = ()) -> str: ...

    def cover(self) -> None:
        """Takes out of sight what was shown to somebody."""

    def forget_typed(self) -> None:
        """Drops what was typed before it was asked for."""

    def complain(self, line: str) -> None:
        """A line on standard error, below the prompt."""


def open_screen(*, plain: bool, shared: bool = False) -> Screen:
    """The picture for a person at a terminal; lines for everybody else, and where nothing but text is wanted.

    `shared`: several people look at it in turn, so what one of them typed is not called up again.
    """
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not plain and terminal.can_clear() and all(map(terminal.is_terminal, streams)):
        from hasenpfeffer.cli.screens.picture import PictureScreen

        return PictureScreen(remembers=not shared)
    from hasenpfeffer.cli.screens.lines import LineScreen

    return LineScreen(plain=plain)
