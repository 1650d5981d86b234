"""What a state of a program holds: first what lives as long as a game, then what begins anew with each deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel.layout import Lasts
from hasenpfeffer.kernel.runtime import A_ROW

if TYPE_CHECKING:
    from hasenpfeffer.kernel.program import Program

DRAWS: Final = 32
"""So many draws of players are made ahead: they do not depend on each other."""

_GAME = (
    "ERROR SINGLE_DEALS GAME GAME_OF_STREAM SHUFFLE DEAL_NUMBER REDEALS DEALER PLAYERS_KEY DECISIONS "
    "DRAWN ROW_DECISIONS MADE ENDED WINNERS"
)
_DEAL = (
    "STEP WAIT OVER THROWN_IN TURN CHOICE QUEUE QUEUE_FIRST DEALT_FROM SITTING ABSENT DECLARER CALL FORCED "
    "CONTRACT LED NAMING TABLE_COUNT TABLE_SEATS CARD_LED BEST_SEAT BEST_CARD BEST_STRENGTH TRICK_COUNT "
    "FIRST_CARD HAS_OWNED SAID PLAYED_COUNT"
)
_IN_AUCTIONS = ("DUELLING", "SURVIVOR")
_BY_SEAT = ("HANDS", "DEALT", "OWNED", "TAKEN", "ASIDE")
_OF_CARDS = ("TABLE_CARDS", "PLAYED", "TIED", "PLAYING", "CARDS_MELDED")


def put_game(program: Program) -> None:
    """What outlives a deal."""
    layout = program.layout
    layout.put("DRAWS", DRAWS, Lasts.ROW)
    rows = -(-program.cards // A_ROW)
    layout.put("SHUFFLING", rows * A_ROW, Lasts.ROW)
    layout.put("PACK", rows * A_ROW, Lasts.ROW)
    for name in ("READY_GAME", "READY_SHUFFLE", "READY_KEY"):
        layout.put(name, lasts=Lasts.ROW)
    for name in _GAME.split():
        layout.put(name, lasts=Lasts.GAME)
    layout.put("SCORES", program.accounts, Lasts.GAME)
    layout.put("DEALS_BY", program.seats, Lasts.GAME)
    for index, counter in enumerate(program.ruleset.counters.values()):
        size = {"seat": program.seats, "team": program.accounts, "table": 1}[counter.of]
        layout.put(f"COUNTER_{index}", size, Lasts.GAME)


def put_deal(program: Program) -> None:
    """What begins anew with each deal, but for settings, which have made their own room."""
    layout, width = program.layout, program.width
    for name in (*_DEAL.split(), *_IN_AUCTIONS):
        layout.put(name)
    for name in _BY_SEAT:
        layout.put(name, program.seats * width)
    for name in _OF_CARDS:
        layout.put(name, width)
    layout.put("PILES", max(len(program.rules.pile_index), 1) * width)
    layout.put("PILES_DEALT", max(len(program.rules.pile_index), 1) * width)
    layout.put("MOVED", max(len(program.rules.move_index), 1) * width)
    layout.put("TRICKS_WON", program.seats)
    layout.put("SHOWN_OUT", program.seats)
    layout.put("TRICK_WINNER", program.cards, Lasts.MOMENT)
    layout.put("TRICK_CARDS", program.cards * width, Lasts.MOMENT)
    layout.put("PLAYED_CARD", program.cards, Lasts.MOMENT)
    layout.put("PLAYED_BY", program.cards, Lasts.MOMENT)
    layout.put("THIS_DEAL", program.accounts)
    layout.put("MELD_POINTS", program.seats)
    layout.put("OPEN", program.call_width + 1, Lasts.MOMENT)


def put_words(program: Program, words: int) -> None:
    """Room for the actions that are open, so many words of bits."""
    program.layout.put("LEGAL", max(words, 1), Lasts.MOMENT)
