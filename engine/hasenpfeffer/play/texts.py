"""What actions are called: the texts that people type, records hold and cases use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.actions import (
    HOLD,
    PASS,
    Action,
    Announce,
    Choose,
    Finish,
    GoAlone,
    Hold,
    MakeCall,
    NameSuit,
    Pass,
    PickCard,
    PlayCard,
    Predict,
    ThrowIn,
)
from hasenpfeffer.ruleset.steps import AuctionStep, TricksStep
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hasenpfeffer.play.state import State
    from hasenpfeffer.ruleset.model import Ruleset
    from hasenpfeffer.ruleset.steps import Call


_VERBS = ("play", "call", "bid", "say", "announce")
"""Words that people put before what they mean."""
_HELD = ("yes", "y", "holds")
"""Other words for holding a call."""


class Texts:
    """Texts of one ruleset, in its own words."""

    def __init__(self, ruleset: Ruleset, calls: tuple[Call, ...]) -> None:
        self.ruleset = ruleset
        self.pack = ruleset.pack
        self.calls = calls

    def text(self, action: Action) -> str:
        """The text of an action, as `legal` prints it and `play` reads it."""
        faces = self.pack.faces
        match action:
            case Pass():
                return "pass"
            case MakeCall(call):
                return self.calls[call].text
            case Hold():
                return "hold"
            case Choose():
                return self.choice(action)
            case Predict(step, number):
                return f"{step} {number}"
            case GoAlone(alone):
                return "alone" if alone else "with partner"
            case PickCard(step, face):
                return f"{step} {faces[face].code}"
            case Finish(step):
                return f"{step} done"
            case ThrowIn(name):
                return name or "play on"
            case Announce(name):
                return name
            case PlayCard(face):
                return faces[face].code
            case NameSuit(suit):
                return f"asks for {self.pack.suits[suit].name}"

    def choice(self, action: Choose) -> str:
        """`trump hearts` (step and value), or the name of the option."""
        if action.option:
            step = next(step for step in self.ruleset.steps if step.name == action.step)
            return step.options[action.value].name  # type: ignore[union-attr]
        return f"{action.step} {self.value(action.step, action.value)}"

    def value(self, name: str, value: object) -> str:
        """A value of a setting in words."""
        kind = self.ruleset.settings[name].type.kind if name in self.ruleset.settings else Kind.NUMBER
        if isinstance(value, bool):
            return "yes" if value else "no"
        if kind is Kind.NUMBER or not isinstance(value, int):
            return str(value)
        if value == 0:
            return {Kind.SEATS: "nobody", Kind.CARDS: "nothing"}.get(kind, "none")
        return " ".join(self.member(kind, index) for index in members(value))

    def member(self, kind: Kind, index: int) -> str:
        match kind:
            case Kind.SUITS:
                suits = self.pack.suits
                return (
                    suits[index].name
                    if index < len(suits)
                    else list(self.ruleset.names.strains)[index - len(suits)]
                )
            case Kind.SEATS:
                return self.ruleset.seating.names[index]
            case Kind.CARDS | Kind.CHAIN:
                return self.pack.text(index)
            case Kind.WORDS:
                return list(self.ruleset.names.words)[index]
            case _:
                return self.calls[index].text

    def read(self, text: str, legal: Iterable[Action]) -> Action | None:
        """The legal action that a text means: case, hyphens and accents forgiven, cards in any spelling."""
        wanted = fold(text)
        actions = list(legal)
        for action in actions:
            if fold(self.text(action)) == wanted:
                return action
        for action in actions:
            if any(fold(other) == wanted for other in self._spellings(action)):
                return action
        verb, _, rest = text.strip().partition(" ")
        if rest and fold(verb) in _VERBS:
            return self.read(rest, actions)
        face = self.pack.face(text)
        if face is not None:
            for action in actions:
                if isinstance(action, PlayCard | PickCard) and action.face == face:
                    return action
        return None

    def anything(self, text: str, state: State) -> Action | None:
        """The action that a text means in this ruleset, whether it is legal now or not."""
        wanted = fold(text)
        if wanted == "pass":
            return PASS
        step = self.ruleset.steps[state.step] if state.step < len(self.ruleset.steps) else None
        if isinstance(step, TricksStep):
            for announcement in step.during:
                if fold(announcement.name) == wanted:
                    return Announce(announcement.name)
        if isinstance(step, AuctionStep):
            if step.ends.how == "duels" and wanted in ("hold", *_HELD):
                return HOLD
            for index, call in enumerate(self.calls):
                if fold(call.text) == wanted and call in step.calls:
                    return MakeCall(index)
        face = self.pack.face(text)
        if face is not None:
            return PlayCard(face)
        for index, call in enumerate(self.calls):
            if fold(call.text) == wanted:
                return MakeCall(index)
        verb, _, rest = text.strip().partition(" ")
        return self.anything(rest, state) if rest and fold(verb) in _VERBS else None

    def _spellings(self, action: Action) -> list[str]:
        """Other ways to say it: the value alone, a card in full, a suit by its sign or letter."""
        pack = self.pack
        match action:
            case Choose(step, value, option) if not option:
                found = [self.value(step, value)]
                kind = self.ruleset.settings[step].type.kind
                if kind is Kind.SUITS and value and value.bit_length() <= len(pack.suits):
                    suit = pack.suits[value.bit_length() - 1]
                    found += [suit.code, suit.sign, f"{step} {suit.code}", f"{step} {suit.sign}"]
                if kind is Kind.CARDS and value:
                    card = value.bit_length() - 1
                    found += [pack.name(card), f"{step} {pack.name(card)}"]
                return found
            case Predict(_, number):
                return [str(number)]
            case PickCard(step, face):
                name = pack.faces[face].name
                return [pack.faces[face].code, name, f"{step} {name}"]
            case Finish(step):
                return ["done", f"{step} nothing", "nothing"]
            case GoAlone(alone):
                return ["go alone", "yes", "y"] if alone else ["partner", "with", "no", "n"]
            case Hold():
                return list(_HELD)
            case ThrowIn(name):
                return ["throw in", "yes", "y"] if name else ["no", "n"]
            case NameSuit(suit):
                return [pack.suits[suit].name, pack.suits[suit].code, pack.suits[suit].sign]
            case _:
                return []
