"""From the lines of a record to the game: its actions are played again, and everything else must follow from them."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TypeAlias

from hasenpfeffer.errors import IllegalActionError, NotationError, RecordError
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import Deal, seat_called
from hasenpfeffer.play.record.codec import UnreadableError, decode_ruleset
from hasenpfeffer.play.record.lines import read_lines
from hasenpfeffer.play.record.write import Writer, rules_hash
from hasenpfeffer.play.table import Table
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.record.lines import Data, Line
    from hasenpfeffer.play.state import State

PERSON: Final = "person"
"""Who made a choice, where it was no bot."""
_LONGEST_TEXT: Final = 2000
_DEAL_ENDS: Final = ("deal over", "thrown in")
_KINDS: Final = ("header", "deal", "action", "event", "undo", "left", "end")


class Happened(NamedTuple):
    """One play, or the beginning of the game, where `seat` is empty."""

    seat: str
    by: str | None
    turns: tuple[Turn, ...]


class TakenBack(NamedTuple):
    """The last plays were taken back; `seat`: whose choice was the first of them."""

    seat: str
    plays: int
    state: State


class Left(NamedTuple):
    """The game was left unfinished, in this deal."""

    state: State


Item: TypeAlias = Happened | TakenBack | Left


class Decision(NamedTuple):
    """A play that was not taken back: who chose, and how many plays its deal had before it."""

    seat: str
    by: str | None
    choices: int


class Replayed(NamedTuple):
    """What came of a record. `story` is all that happened, in order."""

    table: Table
    people: int
    bots: str | None
    decisions: list[Decision]
    choices: int
    """How many plays the deal in progress has had."""
    story: tuple[Item, ...]
    lines: int
    size: int
    """The bytes of the lines that are whole."""
    is_cut: bool
    """Whether a last line that is not whole follows them."""
    missing: tuple[str, ...]
    """Lines that follow from the last action and are not there."""
    writer: Writer
    """Goes on after the last line, the missing ones included."""

    @property
    def is_left(self) -> bool:
        return isinstance(self.story[-1], Left)


def replay(record: str | bytes) -> Replayed:
    """Plays a record again. Only its end may be missing. Raises RecordError for the first line that is not true."""
    if isinstance(record, str):
        try:
            record = record.encode()
        except UnicodeEncodeError:
            raise RecordError(1, "the record is no text that can be written as UTF-8") from None
    read = read_lines(record)
    replaying = _Replaying(read.lines[0])
    for line in read.lines[1:]:
        replaying.read(line)
    return replaying.result(read.lines[-1], read.size, read.is_cut)


def verify(record: str | bytes) -> Replayed:
    """Plays a record again that must be whole. Raises RecordError also where its end is missing."""
    found = replay(record)
    check_end(found)
    return found


def check_end(found: Replayed) -> None:
    """Raises RecordError unless a record goes on until its game was over or was left."""
    if found.is_cut:
        raise RecordError(found.lines + 1, "this line is cut off; the lines before it are whole")
    if found.missing:
        raise RecordError(found.lines, "the record ends here, amid what the last choice brought about")
    if not found.table.over and not found.is_left:
        raise RecordError(found.lines, "the record ends here, and the game does not: nobody has left it")


class _Replaying:
    """Reads one line after the other. What is to follow from those read so far stands ready, as lines."""

    def __init__(self, first: Line) -> None:
        self._line = first
        self._awaited: deque[str] = deque()
        self._decisions: list[Decision] = []
        self._choices = 0
        try:
            self._begin(first.data)
        except (UnreadableError, _Problem) as problem:
            self._refuse(str(problem))

    def read(self, line: Line) -> None:
        """Raises RecordError for a line that does not follow from those before it."""
        self._line = line
        if not self._awaited:
            self._act(line.data)
        self._hold_against(self._awaited.popleft())

    def result(self, last: Line, size: int, is_cut: bool) -> Replayed:
        return Replayed(
            table=self._table,
            people=self._people,
            bots=self._bots,
            decisions=self._decisions,
            choices=self._choices,
            story=tuple(self._story),
            lines=last.number,
            size=size,
            is_cut=is_cut,
            missing=tuple(self._awaited),
            writer=self._writer,
        )

    # --- the header

    def _begin(self, data: Data) -> None:
        rules_data = _dict(data, "rules")
        if data.get("hash") != rules_hash(rules_data):
            raise _Problem("the rules are not those that `hash` names")
        version = _text(data, "version")
        written = "" if version == __version__ else f", which version {version} wrote"
        seed, game = _number(data, "seed"), _number(data, "game")
        self._bots = None if data.get("bots") is None else _text(data, "bots")
        try:
            rules = compile_rules(decode_ruleset(rules_data))
            self._people = sum({1 << seat_called(rules, name) for name in _texts(data, "people")})
            self._table = Table(rules, seed=seed, game=game, deal=_first(rules.seating.names, data))
            self._writer = Writer(rules)
            beginning = self._writer.beginning(
                self._table, people=self._people, bots=self._bots, version=version
            )
        except (UnreadableError, _Problem):
            raise
        except NotationError as problem:
            raise _Problem(f"people or cards are none of this game: {problem}") from None
        except Exception as problem:  # rules that somebody else wrote may make no sense in any way
            raise _Problem(f"these rules{written} cannot be played ({type(problem).__name__})") from problem
        self._story: list[Item] = [Happened("", None, self._table.beginning)]
        self._awaited += beginning
        self._hold_against(self._awaited.popleft())

    # --- what somebody did

    def _act(self, data: Data) -> None:
        try:
            match data.get("kind"):
                case "action":
                    self._play(data)
                case "undo":
                    self._undo(_number(data, "plays"))
                case "left" if not self._table.over and not isinstance(self._story[-1], Left):
                    self._story.append(Left(self._table.state))
                    self._awaited += self._writer.left()
                case kind if kind in _KINDS:
                    raise _Problem(f"no line of the kind `{kind}` can follow here")
                case _:
                    raise _Problem("this line is of no kind that records have")
        except _Problem as problem:
            self._refuse(str(problem))

    def _play(self, data: Data) -> None:
        by = None if data.get("by") is None else _text(data, "by")
        fault = None if data.get("fault") is None else _text(data, "fault")
        action = _text(data, "action")
        seat = self._table.actor
        if seat is None:
            raise _Problem("the game is over, and nobody chooses any more")
        if data.get("seat") != seat:
            raise _Problem("it is not this seat that has to choose here")
        try:
            events = self._table.play(action, fault=fault)
        except IllegalActionError:
            raise _Problem("this action is not legal here") from None
        except Exception as problem:  # as above
            raise _Problem(f"the game cannot go on after this ({type(problem).__name__})") from problem
        turns = self._table.last_play
        self._decisions.append(Decision(seat, by, self._choices))
        self._choices = 0 if any(event.kind in _DEAL_ENDS for event in events) else self._choices + 1
        self._story.append(Happened(seat, by, turns))
        self._awaited += self._writer.play(turns, by)

    def _undo(self, plays: int) -> None:
        if not 0 < plays <= len(self._decisions):
            raise _Problem("so many choices cannot be taken back here")
        for _ in range(plays):
            self._table.undo()
            seat, _, self._choices = self._decisions.pop()
        self._story.append(TakenBack(seat, plays, self._table.state))
        self._awaited += self._writer.undo(seat, plays)

    # --- how

    def _hold_against(self, awaited: str) -> None:
        """Raises unless the line is the one that must stand there."""
        found = f"{self._line.text}\n"
        if found != awaited:
            self._refuse(_difference(self._line.data, awaited))

    def _refuse(self, problem: str) -> NoReturn:
        raise RecordError(self._line.number, problem) from None


class _Problem(Exception):
    """What is wrong with the line being read. It names no cards: whoever reads it may be at the table."""


def _difference(found: Data, awaited: str) -> str:
    """How a line differs from the one that must stand in its place."""
    wanted = json.loads(awaited)
    if found.get("kind") != wanted["kind"]:
        return f"a line of the kind `{wanted['kind']}` must stand here"
    wrong = [key for key in wanted if found.get(key) != wanted[key] and key != "check"]
    if wrong:
        return f"`{wrong[0]}` is not what follows from the lines before and the rules"
    if len(found) > len(wanted):
        return "it says more than a line of its kind does"
    return "it is not written as records are"


def _first(names: tuple[str, ...], data: Data) -> Deal | None:
    if "first" not in data:
        return None
    first = _dict(data, "first")
    dealer, pack = _text(first, "dealer"), first.get("pack")
    if dealer not in names or not isinstance(pack, list) or any(type(card) is not int for card in pack):
        raise _Problem("`first` is a dealer and a pack of numbered cards")
    return Deal(tuple(pack), names.index(dealer))


def _text(data: Data, key: str) -> str:
    found = data.get(key)
    if not isinstance(found, str) or len(found) > _LONGEST_TEXT:
        raise _Problem(f"`{key}` is not a text of bearable length")
    return found


def _number(data: Data, key: str) -> int:
    found = data.get(key)
    if type(found) is not int:
        raise _Problem(f"`{key}` is not a whole number")
    return found


def _dict(data: Data, key: str) -> Data:
    found = data.get(key)
    if not isinstance(found, dict):
        raise _Problem(f"`{key}` is not a group of parts")
    return found


def _texts(data: Data, key: str) -> list[str]:
    found = data.get(key)
    if not isinstance(found, list) or any(not isinstance(item, str) for item in found):
        raise _Problem(f"`{key}` is not a list of texts")
    return found
