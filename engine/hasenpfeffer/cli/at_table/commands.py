"""What people may type at the table besides their choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.cli.at_table.look_back import look_back
from hasenpfeffer.report.document import Heading, as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.cli.at_table.sitting import Sitting
    from hasenpfeffer.report.document import Block
    from hasenpfeffer.report.position import Outlook
    from hasenpfeffer.report.question import Question

COMMANDS: Final = {
    "?": "what you may say now, and why nothing else",
    "help": "these words",
    "why": "the rule behind the last refusal; `why 9H`: behind that answer",
    "hint": "what a bot would do in your place",
    "hand": "your hand and what lies on the table",
    "score": "the score, and how this deal stands",
    "last": "the last trick",
    "rules": "the rules in plain English; `rules auction`: what they say of it",
    "look": "the last deal, laid open step by step",
    "undo": "take back the last choice that was yours",
    "quit": "leave the game",
}
_ALSO_SAID: Final = {"": "?", "exit": "quit"}
"""Other words for the commands."""
_WITH_MORE: Final = ("why", "rules")
"""Commands that may be followed by what they are about."""


class Command(NamedTuple):
    """A command as it was typed; `about` is what follows it."""

    name: str
    about: str


def command_in(answer: str) -> Command | None:
    """The command that an answer is, if it is one."""
    word = fold(answer)
    name = _ALSO_SAID.get(word, word)
    if name in COMMANDS:
        return Command(name, "")
    first, _, about = answer.partition(" ")
    return Command(fold(first), about.strip()) if fold(first) in _WITH_MORE else None


def answer_command(sitting: Sitting, command: Command, outlook: Outlook, question: Question) -> None:
    """Does what a command asks for; `undo` comes here when there is nothing to take back."""
    screen = sitting.screen
    match command.name:
        case "why":
            screen.say(*_why(sitting, command.about, question))
        case "hint":
            answer, reason = sitting.advise(outlook.seat)
            screen.say(f"hint: {outlook.narrator.faces.with_signs(answer)}" + (f" — {reason}" if reason else ""))
        case "hand":
            screen.say(*outlook.situation)
        case "score":
            screen.say(*outlook.standing)
        case "last":
            screen.say(outlook.last_trick)
        case "rules":
            _rules(sitting, command.about)
        case "look":
            review = sitting.review
            if review is None:
                screen.say("no deal is over yet")
            else:
                look_back(screen, review)
        case "undo":
            screen.say("there is no choice of yours in this deal to take back")
        case "help":
            screen.say(*(f"{name}: {about}" for name, about in COMMANDS.items()))
        case _:
            others = ", ".join(name for name in COMMANDS if name != "?")
            screen.say(*question.explanation, f"you may also say: {others}")


def _why(sitting: Sitting, about: str, question: Question) -> list[str]:
    """Reasons with the place of each rule."""
    reasons = sitting.table.why_not(about) if about else sitting.refused
    if not reasons:
        return ["that may be said now" if about else "nothing was refused"]
    return [
        question.reason(reason) + (f" ({reason.place.line})" if reason.place is not None else "")
        for reason in dict.fromkeys(reasons)
    ]


def _rules(sitting: Sitting, about: str) -> None:
    """The leaflet, or the parts of it that have a word in their headings; if none has, in their texts."""
    from hasenpfeffer.report.explain.leaflet import blocks

    parts = _parts(blocks(sitting.rules.ruleset))
    word = fold(about)
    found = [part for title, part in parts if word in fold(title)]
    found = found or [part for _, part in parts if word in fold(as_text(part))]
    if not found:
        names = ", ".join(title for title, _ in parts[1:])
        sitting.screen.say(f"the rules do not speak of `{about}`; their parts are: {names}")
    for part in found:
        sitting.screen.lay_out(part)


def _parts(document: Sequence[Block]) -> list[tuple[str, list[Block]]]:
    """A document cut before each heading."""
    found: list[tuple[str, list[Block]]] = []
    for block in document:
        if isinstance(block, Heading):
            found.append((block.text, []))
        found[-1][1].append(block)
    return found
