"""Who chooses. A player is given what its seat may know and answers with the number of a legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hasenpfeffer import chance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hasenpfeffer.play.view import View

    Player: TypeAlias = Callable[[View], int]
    """From a view to an index into its `legal`."""

    Players: TypeAlias = Mapping[int, Player]
    """Players by seat; a seat that is not there plays at random."""


def draws(seed: int, game: int, deal: int) -> chance.Stream:
    """The draws of random players in one deal; `deal` counts shuffles from 1, redeals included.

    One is drawn for every decision of the deal, forced ones and those of other players too, so draw n belongs
    to decision n.
    """
    return chance.Stream(seed, game, deal, chance.PLAYERS)
