"""Stepping through a deal that is over, all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.cards import fold

if TYPE_CHECKING:
    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.report.review import Review

WORDS: Final = {
    "next": "one step on; Enter does the same",
    "back": "one step back",
    "trick 2": "the lead to a trick",
    "step 7": "a step by its number",
    "course": "the auction, what was chosen, and the score",
    "tricks": "all tricks in a table",
    "cards": "what was dealt, and how to play the same cards again",
    "end": "back to the table",
}
_ENDS: Final = ("end", "quit", "exit", "e", "q")


def look_back(screen: Screen, review: Review) -> None:
    """Shows how a deal went, then one position after the other, until told to end."""
    screen.say(*review.course)
    screen.lay_out([review.tricks])
    at = 0
    while True:
        answer = screen.ask("look back (next, back, trick, step, course, tricks, cards, end)", tuple(WORDS))
        to: int | None = None
        match fold(answer).split():
            case [word] if word in _ENDS:
                return
            case [] | ["next" | "n"]:
                to = at + 1
            case ["back" | "b"]:
                to = max(at - 1, 0)
            case ["course"]:
                screen.say(*review.course)
                continue
            case ["tricks"]:
                screen.lay_out([review.tricks])
                continue
            case ["cards"]:
                screen.lay_out([review.dealt])
                screen.say(f'these cards again: --deal "{review.deal}"')
                continue
            case ["trick", number] if _is_number(number):
                to = review.of_trick(int(number))
                if to is None:
                    screen.say(f"there is no trick {number} in this deal")
                    continue
            case ["step", number] | [number] if _is_number(number):
                to = int(number)
            case _:
                screen.say(*(f"{word}: {about}" for word, about in WORDS.items()))
                continue
        if to < len(review):
            at = to
            screen.say(*review.position(at))
        else:
            screen.say(f"the last step of this deal is {len(review) - 1}")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 9
