"""Real positions in the middle of games, and worlds sampled for them, checked by playing them from the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from hasenpfeffer import chance
from hasenpfeffer.bots.careful import Careful
from hasenpfeffer.bots.worlds import World, Worlds
from hasenpfeffer.errors import HasenpfefferError
from hasenpfeffer.play import machine
from hasenpfeffer.play.history import SeenTurn, Turn, seen_by
from hasenpfeffer.play.rules import CompiledRules
from hasenpfeffer.play.state import State
from hasenpfeffer.play.view import View, view
from hasenpfeffer.study.driver import Mind, game_turns
from hasenpfeffer.study.players import Player

DRAWS = 9
"""The purpose of the draws of these checks: no stream of the program has it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A state in which a seat has to act, what it has seen, and the turns of the deal so far."""

    state: State
    seat: int
    seen: tuple[SeenTurn, ...]
    turns: tuple[Turn, ...]

    def view(self, rules: CompiledRules) -> View:
        return view(rules, self.state, self.seat)


def positions(rules: CompiledRules, seed: int, games: int, deals: int, every: int = 1) -> Iterator[Position]:
    """Positions with a choice, all or every third or so, in the first deals of some games between careful and
    random players."""
    careful = Careful(rules)
    choices = 0
    for game in range(games):
        players = {seat: careful for seat in range(rules.seating.count) if (seat + game) % 3}
        turns: list[Turn] = []
        begun = 0
        for turn in game_turns(rules, seed, game, players):
            if turn.before is None:
                turns, begun = [], begun + 1
                if begun > deals:
                    break
            elif len(machine.legal(rules, turn.before)) > 1:
                choices += 1
                if choices % every:
                    turns.append(turn)
                    continue
                seen = tuple(seen_by(rules, turn.seat, past.seat, past.action, past.events) for past in turns)
                yield Position(turn.before, turn.seat, seen, tuple(turns))
            turns.append(turn)


@dataclass(slots=True)
class Sampled:
    """How sampling went. `missed`: positions for which no world was found; `broken`: what was wrong with one."""

    worlds: int = 0
    positions: int = 0
    missed: int = 0
    other_cards: int = 0
    """Worlds in which somebody holds other cards than he really did."""
    broken: list[str] = field(default_factory=list)


def sample(
    rules: CompiledRules, wanted: int, seed: int, each: int = 5, deals: int = 3, every: int = 1
) -> Sampled:
    """Samples so many worlds, a few at each position of real games, and checks every one."""
    found = Sampled()
    game = 0
    while found.worlds < wanted and game < wanted:
        for number, position in enumerate(positions(rules, seed + game, 1, deals, every)):
            found.positions += 1
            draws = chance.Stream(seed, game, number, DRAWS)
            worlds = Worlds(rules, position.view(rules), position.seen)
            for _ in range(each):
                world = worlds.draw(draws)
                if world is None:
                    found.missed += 1
                    break
                found.worlds += 1
                found.other_cards += world.state.hands != position.state.hands
                problem = what_is_wrong(rules, position, world)
                if problem:
                    found.broken.append(f"game {game}, choice {number}: {problem}")
        game += 1
    return found


def what_is_wrong(rules: CompiledRules, position: Position, world: World) -> str:
    """Why a world is none that the seat could be in; empty if it is one."""
    try:
        turns = played(rules, position, world)
    except HasenpfefferError as problem:
        return f"{type(problem).__name__}: {problem}"
    for past, turn in zip(position.seen, turns, strict=True):
        again = seen_by(rules, position.seat, turn.seat, turn.action, turn.events)
        if again != past:
            return f"{past} looks like {again}"
    real, sampled = position.view(rules), view(rules, turns[-1].after, position.seat)
    if replace(sampled, deals_by=real.deals_by) != real:
        return f"{real} looks like {sampled}"
    return "" if turns[-1].after.hands == world.state.hands else "its actions lead elsewhere"


def played(rules: CompiledRules, position: Position, world: World) -> list[Turn]:
    """The turns of a world from the deal of its pack on, every action asked for and done by the rules."""
    real = position.turns[0].after
    moved = machine.start(
        rules,
        dealer=real.dealer,
        pack=world.state.pack,
        scores=real.scores,
        counters=dict(zip(rules.counter_index, real.counters, strict=True)),
        deal_number=real.deal_number,
    )
    turns = [Turn(None, -1, None, moved.state, moved.events)]
    for action in world.actions:
        before = turns[-1].after
        moved = machine.apply(rules, before, action)
        turns.append(Turn(before, machine.actor(rules, before), action, moved.state, moved.events))
    return turns


def decision(
    rules: CompiledRules, player: Player, seat: int, turns: Sequence[Turn], seed: int
) -> tuple[object, str | None]:
    """What a player at a seat chooses after these turns, told to it one by one as at a table."""
    mind = Mind(rules, seat, player, (seed, 0, 1))
    for turn in turns:
        mind.watch(turn.seat, turn.action, turn.events)
    return mind.choose(turns[-1].after, len(turns))
