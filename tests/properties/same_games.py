"""The interpreter and a program side by side: the same cards, the same choices, and every action compared."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer import chance
from hasenpfeffer.errors import StuckError
from hasenpfeffer.kernel.emitted import DEALS
from hasenpfeffer.kernel.lower import lower
from hasenpfeffer.kernel.native.machine import can_play_side_by_side, machine_code
from hasenpfeffer.kernel.playable import Playable
from hasenpfeffer.kernel.stepping import Stepper
from hasenpfeffer.play import machine
from hasenpfeffer.play.table import first_dealer
from hasenpfeffer.seats import members
from hasenpfeffer.study.reference_rows import made_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.properties.many_games import Game

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State

MOST_CHOICES = 2_000
"""Of one deal; one that goes on for longer is left off where it stands."""


class NotTheSameError(AssertionError):
    """Where the two part."""


class Played(NamedTuple):
    """How much was compared."""

    deals: int
    scored: int
    actions: int
    """Open ones, each compared."""
    decisions: int


class SideBySide:
    """One ruleset, played by both. `packing`: now and then the program takes over the state of the interpreter."""

    def __init__(
        self,
        rules: CompiledRules,
        *,
        native: bool = False,
        packing: bool = False,
    ) -> None:
        self.rules = rules
        playable = Playable(rules, native=native)
        self.emitted = playable.emitted
        self.stepper = Stepper(playable)
        self._made = made_of(rules)
        self._lines = {line.name: index for index, line in enumerate(rules.ruleset.scoring)}
        self._packing = packing

    def deals(self, seed: int, number: int) -> Played:
        """So many deals, most of them as games go on, so that scores and counters are not always those of a start.

        Where the interpreter gets stuck there is nothing to compare: what was played until then counts.
        """
        deals = scored = actions = decisions = game = 0
        while deals < number and game < number:
            try:
                for state, compared, chosen in self._game(seed, game, number - deals):
                    deals += 1
                    scored += not state.thrown_in
                    actions += compared
                    decisions += chosen
            except StuckError:
                break
            game += 1
        return Played(deals, scored, actions, decisions)

    def _game(self, seed: int, game: int, most: int) -> Iterator[tuple[State, int, int]]:
        rules, stepper = self.rules, self.stepper
        dealer = first_dealer(rules, seed, game)
        pack = chance.shuffled(rules.pack.size, seed, game, 1)
        state = machine.start(rules, dealer=dealer, pack=pack).state
        stepper.start(dealer=dealer, pack=pack)
        for deal in range(1, most + 1):
            where = f"seed {seed}, game {game}, deal {deal}"
            state, actions, decisions = self._deal(state, chance.Stream(seed, game, deal, 2), where)
            if not state.over:
                return
            self._compare_end(state, where)
            yield state, actions, decisions
            if state.game_over or (state.thrown_in and state.redeals > 20):
                return
            pack = chance.shuffled(rules.pack.size, seed, game, deal + 1)
            state = machine.next_deal(rules, state, pack).state
            stepper.next_deal(pack)

    def _deal(self, state: State, draws: chance.Stream, where: str) -> tuple[State, int, int]:
        rules, stepper = self.rules, self.stepper
        compared = 0
        while not state.over:
            here = f"{where}, decision {draws.count}"
            actions = machine.legal(rules, state)
            codes = stepper.codes()
            found = tuple(stepper.meaning(code) for code in codes)
            _same(found, actions, f"{here}: open actions")
            _same(stepper.turn, machine.hand_to_play(rules, state), f"{here}: who is to act")
            if not actions or draws.count >= MOST_CHOICES:
                return state, compared, draws.count
            compared += len(actions)
            chosen = draws.below(len(actions))
            if self._packing and (chosen + draws.count) % 7 == 0:
                stepper.go_on_from(state)
                _same(stepper.actions(), actions, f"{here}: open actions once packed")
            state = machine.advance(rules, state, actions[chosen]).state
            stepper.apply(codes[chosen])
        _same(stepper.is_over, True, f"{where}: whether it is over")
        return state, compared, draws.count

    def _compare_end(self, state: State, where: str) -> None:
        """What a row tells; of a deal that was thrown in only that it was."""
        stepper, columns = self.stepper, self.emitted.columns
        _same(bool(stepper.value("THROWN_IN")), state.thrown_in, f"{where}: whether it is thrown in")
        if state.thrown_in:
            return
        row = stepper.row()
        made = -1 if self._made is None else int(self._made(state))
        ended = 2 if state.unfinished else int(state.game_over)
        expected = {"dealer": state.dealer, "declarer": state.declarer, "call": state.call}
        expected |= {
            "made": made,
            "ended": ended,
            "winners": state.winners if ended else row[columns.winners],
        }
        for name, value in expected.items():
            _same(row[getattr(columns, name)], value, f"{where}: {name}")
        lines = {name for line, name in enumerate(self._lines) if self._counted(row, line)}
        _same(lines, {line.line for line in state.lines}, f"{where}: scoring lines")
        for account, team in enumerate(self.rules.seating.teams):
            tricks = sum(state.tricks_won[seat] for seat in members(team))
            _same(row[columns.tricks + account], tricks, f"{where}: tricks of account {account}")
            points, score = state.this_deal[account], state.scores[account]
            _same(row[columns.points + account], points * columns.unit, f"{where}: points of {account}")
            _same(row[columns.score + account], score * columns.unit, f"{where}: score of {account}")

    def _counted(self, row: tuple[int, ...], line: int) -> bool:
        return bool(row[self.emitted.columns.lines + line // 62] >> line % 62 & 1)


def _same(found: object, expected: object, where: str) -> None:
    if found != expected:
        raise NotTheSameError(f"{where}: {found}, not {expected}")


def compare_rows(game: Game, deals: int, seed: int) -> int:
    """Plays single deals by machine code, one by one and several at once, and compares their rows; how many. 0 where
    a ruleset cannot be played at all, or not several deals of it at once."""
    rules = game.load()
    if rules is None:
        return 0
    emitted = lower(rules)
    if not can_play_side_by_side(emitted.text):
        return 0
    tables, width = array("q", emitted.tables), emitted.columns.width
    found: list[tuple[int, int, array[int]]] = []
    for side_by_side in (False, True):
        play = machine_code(emitted.text, DEALS, side_by_side=side_by_side).entry("play_deals")
        state, rows = array("q", bytes(8 * emitted.state_size)), array("q", bytes(8 * width * deals))
        done = play(state, tables, seed, 0, 1, deals, rows)
        found.append((done, state[emitted.places["ERROR"]], rows[: done * width]))
    _same(found[1], found[0], "rows of deals at once and one by one")
    return found[0][0]


def compare(
    game: Game, deals: int, seed: int, *, native: bool = False, packing: bool = False
) -> Played | None:
    """Plays so many deals of a ruleset side by side; None where it cannot be played at all."""
    rules = game.load()
    if rules is None:
        return None
    return SideBySide(rules, native=native, packing=packing).deals(seed, deals)
