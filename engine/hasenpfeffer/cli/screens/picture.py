"""The screen of a person at a terminal: the table as a picture, in colours, and answers typed with an editor."""

from __future__ import annotations

import signal
import sys
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from rich.box import ASCII2, SIMPLE_HEAD
from rich.console import Console
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from hasenpfeffer.cli import terminal
from hasenpfeffer.cli.screens import HEADING, RED_CARD, RULE_PLACE
from hasenpfeffer.report.document import Table, as_ascii, as_text, numeric_columns
from hasenpfeffer.report.findings.visible import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import Output

    from hasenpfeffer.report.board import Board, SeatLine
    from hasenpfeffer.report.document import Block

_FAINT: Final = "dim"
_RED: Final = "red"
_BETWEEN: Final = " · "


class PictureScreen:
    """Draws with rich and reads with prompt_toolkit, which is loaded while the first question stands there."""

    is_live = True

    def __init__(self, *, remembers: bool) -> None:
        """With `remembers`, what was typed can be called up again: not where several people share the screen."""
        self._ascii = not terminal.has_card_signs(sys.stdout)
        self._remembers = remembers
        self._session: PromptSession[str] | None = None
        has_colour = terminal.has_colour(sys.stdout)
        self._console = Console(
            file=sys.stdout, markup=False, highlight=False, emoji=False, no_color=not has_colour
        )

    @property
    def _width(self) -> int:
        return min(self._console.width, terminal.WIDEST)

    def say(self, *lines: str) -> None:
        for line in lines:
            self._print(self._text(line))

    def show(self, board: Board, situation: Sequence[str], *, brief: bool = False) -> None:
        if not brief:
            self._draw(board)
        for line in board.open_cards:
            self._print(self._text(line))
        self._print(self._hand(board))

    def lay_out(self, blocks: Sequence[Block]) -> None:
        for number, block in enumerate(blocks):
            if isinstance(block, Table) and self._fits(grid := self._table(block)):
                self.say(*[""] * bool(number), *[block.caption] * bool(block.caption))
                self._print(grid)
            else:
                text = as_text([block], width=self._width, ascii_only=self._ascii)
                self.say(*([""] if number else []), *text.splitlines())

    def ask(self, question: str, answers: Sequence[str] = ()) -> str:
        *above, prompt = wrap(shown(self._plain(f"{question}:")), max(self._console.width - 2, 1))
        prompt += " "
        sys.stdout.flush()
        for line in above:
            print(line, file=sys.stderr)
        print(prompt, end="", file=sys.stderr, flush=True)
        session = self._load_session()
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        from prompt_toolkit.completion import WordCompleter

        words = [as_ascii(answer) for answer in answers]
        completer = WordCompleter(words, ignore_case=True, sentence=True)
        with _ended_as_interrupted():
            return session.prompt(prompt, completer=completer) + "\n"

    def forget_typed(self) -> None:
        from prompt_toolkit.input.typeahead import clear_typeahead

        terminal.forget_typed()
        clear_typeahead(self._load_session().input)

    def cover(self) -> None:
        sys.stdout.flush()
        print(terminal.CLEAR, end="", flush=True)

    def complain(self, line: str) -> None:
        """A line on standard error, below the prompt."""
        sys.stdout.flush()
        print(f"\n{shown(self._plain(line))}", file=sys.stderr)

    # --- how

    def _load_session(self) -> PromptSession[str]:
        """The editor; a new one for each question where nothing that was typed may be called up again."""
        if self._session is not None and self._remembers:
            return self._session
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import DummyHistory, InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        self._session = PromptSession(
            history=InMemoryHistory() if self._remembers else DummyHistory(),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            enable_suspend=True,
            reserve_space_for_menu=0,
            output=_output(),
        )
        return self._session

    def _draw(self, board: Board) -> None:
        self._print(Rule(self._text(board.title), align="left", style=_FAINT, characters=self._plain("─")))
        for line in _packed(board.facts, self._width):
            self._print(self._text(line, style=_FAINT))
        self._print(self._seats(board.seats))

    def _print(self, what: Text | Rule | Grid) -> None:
        self._console.print(what, width=self._width)

    def _plain(self, text: str) -> str:
        return as_ascii(text) if self._ascii else text

    def _text(self, line: str, style: str = "") -> Text:
        text = Text(shown(self._plain(line)), style=style)
        text.highlight_regex(HEADING, "bold")
        text.highlight_regex(RED_CARD, _RED)
        text.highlight_regex(RULE_PLACE, _FAINT)
        return text

    def _fits(self, grid: Grid) -> bool:
        return self._console.measure(grid).maximum <= self._width

    def _table(self, table: Table) -> Grid:
        right = numeric_columns(table)
        grid = Grid(box=ASCII2 if self._ascii else SIMPLE_HEAD, show_edge=False)
        for name, is_number in zip(table.header, right, strict=True):
            grid.add_column(self._text(name), justify="right" if is_number else "left")
        for row in table.rows:
            grid.add_row(*map(self._text, row))
        return grid

    def _seats(self, seats: Sequence[SeatLine]) -> Grid | Text:
        """The places side by side, or one below the other where the terminal is too narrow."""
        names = [self._text(seat.name, style="bold" if seat.is_asked else "") for seat in seats]
        marks = [self._text(", ".join(seat.marks), style=_FAINT) for seat in seats]
        cards = [
            self._text(", ".join(filter(None, [seat.shown, "?" if seat.is_asked else ""]))) for seat in seats
        ]
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for row in (names, marks, cards):
            grid.add_row(*row)
        if self._fits(grid):
            return grid
        lines = []
        for seat, name, card in zip(seats, names, cards, strict=True):
            note = f" ({', '.join(seat.marks)})" if seat.marks else ""
            lines.append(Text.assemble(name, (note, _FAINT), "  ", card))
        return Text("\n").join(lines)

    def _hand(self, board: Board) -> Text:
        """The hand, cards that do not fit now fainter; a wider space between suits."""
        found = Text(f"{board.hand_title}: ", style="bold")
        for number, group in enumerate(board.hand):
            found.append("  " if number else "")
            for place, card in enumerate(group):
                found.append(" " if place else "")
                text = self._text(card.text, style="not bold" if card.fits else f"not bold {_FAINT}")
                found.append_text(text if card.fits else Text(text.plain, style=f"not bold {_FAINT}"))
        return found


def _packed(facts: Sequence[str], width: int) -> list[str]:
    """As many facts in each line as there is room for."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(lines[-1]) + len(_BETWEEN) + len(fact) <= width:
            lines[-1] += _BETWEEN + fact
        else:
            lines.append(fact)
    return lines


@contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """While a question stands, a polite end from outside is like Ctrl-C: the terminal is set right again."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _output() -> Output:
    """Where questions are written: to standard error, without asking the terminal for the place of its cursor."""
    if sys.platform == "win32":
        from prompt_toolkit.output import create_output

        return create_output(stdout=sys.stderr)
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = Vt100_Output.from_pty(sys.stderr)
    output.enable_cpr = False
    return output
