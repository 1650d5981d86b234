"""Games to record, records to damage, and players that are ended in the middle of what they do."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unittest import mock

import hasenpfeffer as hp
from hasenpfeffer import chance
from hasenpfeffer.cli import rulesets
from hasenpfeffer.cli.at_table import sitting
from hasenpfeffer.cli.at_table.commands import COMMANDS
from hasenpfeffer.cli.main import main
from hasenpfeffer.cli.screens import lines as screens
from hasenpfeffer.play.record.replay import Happened, Replayed, replay
from hasenpfeffer.play.record.write import Writer, event_data
from hasenpfeffer.play.table import Table
from hasenpfeffer.report.document import as_ascii
from hasenpfeffer.report.events import Narrator
from hasenpfeffer.report.replay import Retelling

if TYPE_CHECKING:
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.ruleset.model import Ruleset

ENGINE: Final = Path(__file__).parents[2] / "engine"
_TOLD: Final = b"told"
_PIECE: Final = 60
_HEADER: Final = 5000
_CARDS_WANTED: Final = re.compile(r", (\d+)\b[^(]* cards? \(")
"""How many cards a question asks for at least."""


def any_legal(table: Table, draw: chance.Stream) -> str:
    """The text of an action drawn by lot."""
    return table.legal[draw.below(len(table.legal))]


def recorded(rules: CompiledRules, seed: int, plays: int = 10**9, *, ends: bool = True) -> list[str]:
    """The lines of a game of random players who take back some choices, and leave after so many plays."""
    draw = chance.Stream(seed, 2, 0, 9)
    table = Table(rules, seed=seed)
    writer = Writer(rules)
    lines = writer.beginning(table, people=1, bots="random")
    standing = 0
    for _ in range(plays):
        if table.over:
            return lines
        table.play(any_legal(table, draw), fault=None if draw.below(30) else "KeyError: 7")
        lines += writer.play(table.last_play, "person" if draw.below(2) else "random")
        standing += 1
        if not draw.below(15):
            back = 1 + draw.below(min(standing, 12))
            for _ in range(back):
                table.undo()
            standing -= back
            lines += writer.undo(str(table.actor), back)
    return [*lines, *writer.left()] if ends and not table.over else lines


# ---------------------------------------------------------------- damage


class Damage(NamedTuple):
    """A spoiled record: what was done, and the line that must be told."""

    what: str
    record: bytes
    line: int


_KINDS: Final = re.compile(rb'^{"kind":"(\w+)"')


def damage(record: bytes, draw: chance.Stream) -> Damage:
    """Spoils a record at some place of some kind."""
    lines = record.splitlines(keepends=True)
    kinds: dict[bytes, list[int]] = {}
    for index, line in enumerate(lines):
        match = _KINDS.match(line)
        assert match is not None
        kinds.setdefault(match[1], []).append(index)
    names = sorted(kinds)
    kind = names[draw.below(len(names))]
    number = kinds[kind][draw.below(len(kinds[kind]))]
    ways = (_byte, _byte, _byte, _byte_lost, _byte_more, _cut, _cut, _cut_after, _lost, _doubled, _swapped)
    found = ways[draw.below(len(ways))](lines, number, draw)
    return found._replace(what=f"{kind.decode()}: {found.what}")


def _place(line: bytes, draw: chance.Stream) -> int:
    """A place in a line: anywhere, or in its number, its checksum or its end."""
    length = len(line)
    places = (
        draw.below(length),
        line.index(b'"n":') + 4,
        length - 4 - draw.below(16),
        length - 1,
        draw.below(min(length, 40)),
    )
    return places[draw.below(len(places))]


def _with(lines: list[bytes], number: int, line: bytes) -> bytes:
    return b"".join([*lines[:number], line, *lines[number + 1 :]])


def _byte(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    line = lines[number]
    at = _place(line, draw)
    other = (line[at] + 1 + draw.below(255)) % 256 if draw.below(2) else line[at] ^ 1 << draw.below(8)
    return Damage(
        "a byte changed", _with(lines, number, line[:at] + bytes([other]) + line[at + 1 :]), number + 1
    )


def _byte_lost(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    line = lines[number]
    at = _place(line, draw)
    return Damage("a byte lost", _with(lines, number, line[:at] + line[at + 1 :]), number + 1)


def _byte_more(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    line = lines[number]
    at = _place(line, draw)
    byte = bytes([b' \n\x00"0'[draw.below(5)]]) if draw.below(2) else bytes([draw.below(256)])
    return Damage("a byte more", _with(lines, number, line[:at] + byte + line[at:]), number + 1)


def _cut(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    at = _place(lines[number], draw)
    if at == 0:
        return _cut_after(lines, max(number - 1, 0), draw)
    return Damage("cut off", b"".join(lines[:number]) + lines[number][:at], number + 1)


def _cut_after(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    """What is cut where the game was left once, or behind its last line, is whole: another line is taken."""
    while _is_an_end(lines[number]) or number == len(lines) - 1:
        number -= 1
    return Damage("cut off after a line", b"".join(lines[: number + 1]), number + 1)


def _lost(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    if number == len(lines) - 1:
        return _cut_after(lines, number, draw)
    return Damage("a line lost", _with(lines, number, b""), number + 1)


def _doubled(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    return Damage("a line doubled", _with(lines, number, lines[number] * 2), number + 2)


def _swapped(lines: list[bytes], number: int, draw: chance.Stream) -> Damage:
    number = min(number, len(lines) - 2)
    pair = lines[number + 1] + lines[number]
    return Damage("two lines swapped", b"".join([*lines[:number], pair, *lines[number + 2 :]]), number + 1)


def _is_an_end(line: bytes) -> bool:
    return line.startswith((b'{"kind":"left"', b'{"kind":"end"'))


# ---------------------------------------------------------------- sudden ends


@dataclass
class Tally:
    """What came of many sudden ends."""

    kills: int = 0
    games: int = 0
    before_the_record: int = 0
    cut_lines: int = 0
    worked_out_again: int = 0
    told_last: int = 0
    """How many events had been told when the end came, over all."""
    trouble: list[str] = field(default_factory=list)


def kill_many(reference: str, kills: int, seed: int, folder: Path, *, longest: float = 0.4) -> Tally:
    """Sits down to games, is killed again and again at random moments, and goes on each time.

    `longest` is in seconds; a machine that is too slow to begin a record in that time is given more.
    """
    draw = chance.Stream(seed, 3, 0, 9)
    tally = Tally()
    ruleset = hp.load(reference).ruleset
    while tally.kills < kills:
        path = folder / f"{reference}-{tally.games}.jsonl"
        tally.games += 1
        known: list[Any] = []
        is_over = False
        while not is_over and tally.kills < kills:
            words = ["play", "--resume", str(path)]
            if not path.exists():
                words = ["play", reference, "--record", str(path), "--seed", str(draw.below(10**6))]
            told = _forked(words, ruleset, draw.below(10**9), draw.below(10**6) / 10**6 * longest)
            if told is not None:
                tally.kills += 1
            is_over = told is None
            known = _after(path, known, told or [], tally)
            if not path.exists():
                longest *= 2
    return tally


def _after(path: Path, known: list[Any], told: list[Any], tally: Tally) -> list[Any]:
    """Checks a record after an end: it resumes, holds all that it held before, and all that was told."""
    if not path.exists():
        tally.before_the_record += 1
        if told:
            tally.trouble.append(f"{path.name}: {len(told)} events were told before there was a record")
        return []
    found = replay(path.read_bytes())
    tally.cut_lines += found.is_cut
    tally.worked_out_again += bool(found.missing)
    tally.told_last += len(told)
    events = story(found)
    if events[: len(known)] != known:
        tally.trouble.append(f"{path.name}: what was recorded before is not there any more")
    if events[len(known) :][: len(told)] != told:
        tally.trouble.append(f"{path.name}: an event that was told is not in the record")
    return events


def story(found: Replayed) -> list[Any]:
    """All events of a record, those that were taken back included."""
    rules = found.table.rules
    return [
        event_data(rules, event)
        for item in found.story
        if isinstance(item, Happened)
        for turn in item.turns
        for event in turn.events
    ]


def _forked(words: list[str], ruleset: Ruleset, seed: int, delay: float) -> list[Any] | None:
    """What a sitting told in a process that is killed after a while; None where it came to its own end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _sit_down(words, ruleset, seed, writing)
    os.close(writing)
    os.set_blocking(reading, False)
    deadline = time.monotonic() + delay
    parts = []
    while (left := deadline - time.monotonic()) > 0:
        parts.append(_whatever(reading))
        time.sleep(min(left, 0.002))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.set_blocking(reading, True)
    while part := os.read(reading, 1 << 16):
        parts.append(part)
    os.close(reading)
    if os.WIFEXITED(status):
        assert os.WEXITSTATUS(status) == 0, f"{words} ended with {os.WEXITSTATUS(status)}"
        return None
    lines = b"".join(parts).split(b"\n")[:-1]
    if words[1] == "--resume":  # the deal so far is told once more
        lines = lines[lines.index(_TOLD) :] if _TOLD in lines else []
    return [json.loads(line) for line in lines if line != _TOLD]


def _whatever(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 16)
    except BlockingIOError:
        return b""


def _sit_down(words: list[str], ruleset: Ruleset, seed: int, ledger: int) -> None:
    """Runs the command with a person who answers by lot; what is about to be told goes to the ledger first."""
    draw = chance.Stream(seed, 4, 0, 9)
    write = os.write

    class Noted(Narrator):
        def lines(self, events: Any) -> list[str]:
            events = list(events)
            for event in events:
                write(ledger, json.dumps(event_data(self.rules, event)).encode() + b"\n")
            write(ledger, _TOLD + b"\n")
            return super().lines(events)

    def ask(self: object, question: str, answers: Any = ()) -> str:
        real = [as_ascii(answer) for answer in answers if answer not in COMMANDS]
        wanted = _CARDS_WANTED.search(question)
        count = int(wanted[1]) if wanted else 1
        chosen = [real.pop(draw.below(len(real))) for _ in range(min(count, len(real)))]
        return "undo" if not draw.below(15) else " ".join(chosen) or "nothing"

    def write_slowly(file: int, data: bytes) -> int:
        """A disk that takes its time, and a piece of a line at a time; a header is too long for that."""
        time.sleep(0.001)
        return write(file, data if len(data) > _HEADER else bytes(data)[:_PIECE])

    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        with (
            mock.patch.object(sitting, "Narrator", Noted),
            mock.patch.object(screens.LineScreen, "ask", ask),
            mock.patch.object(rulesets, "load_playable", lambda *_: ruleset),
            mock.patch.object(os, "write", write_slowly if seed % 2 else write),
        ):
            code = main([*words, "--plain"])
    finally:
        os._exit(code)


# ---------------------------------------------------------------- the command itself

_EVENT: Final = re.compile(
    r"(?!to )(?:\w+) (?:plays?|calls?|pass(?:es)?|takes?|chooses?|wins?|discards?|gives?) "
)
_GUESSES: Final = (
    *("pass", "1", "2", "3", "4", "5", "6", "trump hearts", "with partner", "undo"),
    *(f"{rank}{suit}" for rank in ("9", "10", "J", "Q", "K", "A") for suit in "CDHS"),
    "Jo",
)


def kill_command(reference: str, seed: int, path: Path, delay: float) -> tuple[int, str]:
    """Starts the command as people do, answers by guessing, and kills it: how many events it had shown, and what
    was not right afterwards."""
    draw = chance.Stream(seed, 5, 0, 9)
    typed = "".join(f"{_GUESSES[draw.below(len(_GUESSES))]}\n" for _ in range(5000))
    if path.exists():
        words = ["play", "--resume", str(path), "--plain"]
    else:
        words = ["play", reference, "--record", str(path), "--plain", "--seed", str(seed)]
    process = subprocess.Popen(
        [sys.executable, "-m", "hasenpfeffer", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(ENGINE), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdin is not None and process.stdout is not None
    feeder = threading.Thread(target=_feed, args=(process.stdin, typed.encode()))
    feeder.start()
    killer = threading.Timer(delay, process.kill)
    killer.start()
    said = process.stdout.read().decode().split("\n")[:-1]
    process.wait()
    killer.cancel()
    feeder.join()
    shown = [line for line in said if _EVENT.match(line)]
    if not path.exists():
        return 0, "events were shown before there was a record" if shown else ""
    told = iter([as_ascii(line) for line in Retelling(replay(path.read_bytes()), 4).lines])
    lost = next((line for line in shown if line not in told), None)
    return len(shown), "" if lost is None else f"`{lost}` was shown and is not in the record"


def _feed(pipe: Any, typed: bytes) -> None:
    with contextlib.suppress(OSError):
        pipe.write(typed)
        pipe.close()
