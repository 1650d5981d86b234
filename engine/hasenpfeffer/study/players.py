"""Who chooses. A player is given what its seat may know, and what it has seen of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from hasenpfeffer import chance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hasenpfeffer.bots.advice import Advice
    from hasenpfeffer.play.actions import Action
    from hasenpfeffer.play.history import SeenTurn
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.view import View

BOTS = ("random", "careful", "sampling")
"""The kinds of players that are programs."""


class Player(Protocol):
    """Answers with one of the view's legal actions; chance comes from `draws`, a stream of the seat's own."""

    def choose(self, seen: View, history: Sequence[SeenTurn], draws: chance.Stream) -> Action: ...


class Adviser(Player, Protocol):
    """A player that can say why: the action of its advice is what it would choose."""

    def advise(self, seen: View, history: Sequence[SeenTurn], draws: chance.Stream) -> Advice: ...


Players: TypeAlias = "Mapping[int, Player]"
"""Players by seat; a seat that is not there plays at random."""


def bot(kind: str, rules: CompiledRules) -> Adviser | None:
    """A bot by the name of its kind (see `BOTS`); None for one that plays at random."""
    if kind == "careful":
        from hasenpfeffer.bots.careful import Careful

        return Careful(rules)
    if kind == "sampling":
        from hasenpfeffer.bots.sampling import Sampling

        return Sampling(rules)
    return None


def at_every_seat(kind: str, rules: CompiledRules) -> Players:
    """The same kind of bot at every seat."""
    player = bot(kind, rules)
    return {} if player is None else dict.fromkeys(range(rules.seating.count), player)


def draws(seed: int, game: int, deal: int) -> chance.Stream:
    """The draws of random players in one deal; `deal` counts shuffles from 1, redeals included.

    One is drawn for every decision of the deal, forced ones and those of other players too, so draw n belongs
    to decision n.
    """
    return chance.Stream(seed, game, deal, chance.PLAYERS)


def own_draws(seed: int, game: int, deal: int, seat: int) -> chance.Stream:
    """The draws of a bot that thinks: each seat has its own, so bots never change the cards or each other."""
    return chance.Stream(seed, game, deal, chance.BOTS + seat)
