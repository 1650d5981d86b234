"""Stepping through a deal that is over, all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import fold

if TYPE_CHECKING:
    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.report.review import Review

_WORDS: Final = ("next", "back", "trick 1", "tricks", "cards", "end")


def look_back(screen: Screen, review: Review) -> None:
    """Shows the tricks and the cards of a deal, then one position after the other, until told to end."""
    screen.lay_out([review.dealt, review.tricks])
    at = 0
    while True:
        answer = fold(screen.ask("look back (next, back, a step, trick and its number, tricks, cards, end)", _WORDS))
        match answer.split():
            case ["end" | "quit" | "exit" | "e" | "q"]:
                return
            case [] | ["next" | "n"]:
                if at + 1 >= len(review):
                    screen.say("that was the last step of this deal")
                    return
                at += 1
            case ["back" | "b"]:
                at = max(at - 1, 0)
            case ["tricks"]:
                screen.lay_out([review.tricks])
                continue
            case ["cards"]:
                screen.lay_out([review.dealt])
                continue
            case ["trick", number] if number.isdecimal() and review.of_trick(int(number)) is not None:
                at = review.of_trick(int(number)) or 0
            case [number] if number.isdecimal() and int(number) < len(review):
                at = int(number)
            case _:
                screen.say(f"there is no such step; they go from 0 to {len(review) - 1}")
                continue
        screen.say(*review.position(at))
