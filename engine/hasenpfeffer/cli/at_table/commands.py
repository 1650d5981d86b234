"""What people may type at the table besides their choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.cards import fold
from hasenpfeffer.cli.at_table.look_back import look_back
from hasenpfeffer.report.document import as_text, chapters

if TYPE_CHECKING:
    from hasenpfeffer.cli.at_table.sitting import Sitting
    from hasenpfeffer.cli.screens import Screen
    from hasenpfeffer.report.position import Outlook
    from hasenpfeffer.report.question import Question
    from hasenpfeffer.ruleset.model import Ruleset

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
    "undo": "take back your last choice, and all after it; `undo north`: that of somebody who sits here",
    "quit": "leave the game",
}
_ALSO_SAID: Final = {"": "?", "exit": "quit", "q": "quit"}
"""Other words for the commands."""
_WITH_MORE: Final = ("why", "rules", "undo")
"""Commands that may be followed by what they are about."""


BETWEEN_DEALS: Final = ("look", "score", "rules", "quit")
"""What may be said when a deal is over."""
SCROLLING: Final = ("rules", "look", "help")
"""Commands whose answer may push the table out of sight."""


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
    """Does what a command asks for that leaves the game as it is."""
    screen = sitting.screen
    match command.name:
        case "why":
            screen.say(*_why(sitting, command.about, question))
        case "hint":
            answer, reason = sitting.advise(outlook.seat)
            said = f"hint: {answer}" + (f" ({reason})" if reason else "")
            screen.say(outlook.narrator.faces.with_signs(said))
        case "hand":
            screen.say(*outlook.situation)
        case "score":
            screen.say(*outlook.standing)
        case "last":
            screen.say(outlook.last_trick)
        case "rules":
            tell_rules(screen, sitting.rules.ruleset, command.about)
        case "look":
            review = sitting.review
            if review is None:
                screen.say("no deal is over yet")
            else:
                look_back(screen, review)
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
    if reasons[0].of_other_step:
        return [f"that is no answer to this question; you can say: {question.some_answers}"]
    return [
        question.reason(reason) + (f" ({reason.place.line})" if reason.place is not None else "")
        for reason in dict.fromkeys(reasons)
    ]


def tell_rules(screen: Screen, ruleset: Ruleset, about: str = "") -> None:
    """The leaflet; or the parts of it that have a word in their headings; or all that speaks of it."""
    from hasenpfeffer.report.explain.leaflet import blocks

    parts = chapters(blocks(ruleset))
    names = [part.title for part in parts if part.title]
    word = fold(about)
    found = [block for part in parts if word in fold(part.title) for block in part.blocks]
    if not found:
        for part in parts:
            speaking = [block for block in part.body if word in fold(as_text([block]))]
            found += [*part.blocks[:1], *speaking] if speaking else []
    if found:
        screen.lay_out(found)
    else:
        screen.say(f"the rules do not speak of `{about}`; their parts are: {', '.join(names)}")
    if not about:
        screen.say("", f"parts: {', '.join(names)}; `rules auction` shows one of them")
