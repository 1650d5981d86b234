"""A game as the lines of a record: a header, each deal, each action and what came of it, the end."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from hasenpfeffer.errors import UsageError
from hasenpfeffer.play.actions import Announce, Finish, PickCard
from hasenpfeffer.play.deals import write_deal
from hasenpfeffer.play.record.codec import encode_ruleset, without_folder
from hasenpfeffer.play.record.lines import FORMAT, Chain, as_json
from hasenpfeffer.seats import members
from hasenpfeffer.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.history import Turn
    from hasenpfeffer.play.record.lines import Data
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State
    from hasenpfeffer.play.table import Table


class Writer:
    """Writes the lines of one record, one after the other, each with its end."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self._chain = Chain()

    def whole(self, table: Table, *, people: int = 0, bots: str | None = None) -> list[str]:
        """Everything so far: as if nothing had been taken back, and without who chose."""
        found = self.beginning(table, people=people, bots=bots)
        for turns in table.plays:
            found += self.play(turns)
        return found

    def beginning(
        self, table: Table, *, people: int = 0, bots: str | None = None, version: str = __version__
    ) -> list[str]:
        """The header and the first deal."""
        return self._lines([header(table, people, bots, version), *self._turns(table.beginning)])

    def play(self, turns: Sequence[Turn], by: str | None = None) -> list[str]:
        """One `play` of a table, `by` a person or a kind of bot, and all that came of it."""
        return self._lines([self._action(turns, by), *self._turns(turns)])

    def undo(self, seat: str, plays: int) -> list[str]:
        """The last plays were taken back, and this seat has to choose again."""
        return self._lines([{"kind": "undo", "seat": seat, "plays": plays}])

    def left(self) -> list[str]:
        """The game was left before it was over."""
        return self._lines([{"kind": "left"}])

    def _lines(self, found: Iterable[Data]) -> list[str]:
        return [self._chain.line(data) for data in found]

    # --- what lines say

    def _turns(self, turns: Iterable[Turn]) -> Iterator[Data]:
        """The deals and events of turns, and the end of the game where they reach it."""
        for turn in turns:
            if turn.seat < 0:
                yield {"kind": "deal", "deal": write_deal(self.rules, turn.after)}
            for event in turn.events:
                yield {"kind": "event"} | event_data(self.rules, event)
            if turn.after.game_over:
                yield {"kind": "end"} | self._end(turn.after)

    def _action(self, turns: Sequence[Turn], by: str | None) -> Data:
        data: Data = {
            "kind": "action",
            "seat": self.rules.seating.names[turns[0].seat],
            "action": action_text(self.rules, turns),
        }
        if by is not None:
            data["by"] = by
        for event in turns[0].events:
            if event.kind == "replaced":
                data["fault"] = event.text
        return data

    def _end(self, state: State) -> Data:
        found: Data = {"scores": _by_name(self.rules.accounts, state.scores)}
        if state.unfinished:
            return found | {"unfinished": True}
        return found | {"winners": _accounts(self.rules, state.winners)}


def header(table: Table, people: int, bots: str | None, version: str) -> Data:
    """What a record says of its game as a whole. Raises UsageError for rules that were pinned for a case."""
    rules, ruleset = table.rules, table.rules.ruleset
    if rules.pins:
        raise UsageError(
            "a game whose values are pinned cannot be recorded: its rules are not in a rule file"
        )
    data = encode_ruleset(ruleset)
    found: Data = {
        "kind": "header",
        "format": FORMAT,
        "version": version,
        "title": ruleset.title,
        "ruleset": data["ruleset"]["name"],
        "patches": list(ruleset.patches),
        "parameters": {parameter.name: parameter.value for parameter in ruleset.parameters},
        "seats": list(rules.seating.names),
        "people": [rules.seating.names[seat] for seat in members(people)],
        "bots": bots,
        "seed": table.seed,
        "game": table.game,
    }
    if table.given is not None and table.given.dealer is not None:
        dealer = rules.seating.names[table.given.dealer]
        found["first"] = {"dealer": dealer, "pack": list(table.given.pack)}
    return found | {"hash": rules_hash(data), "rules": data}


def rules_hash(data: Data) -> str:
    """What names the rules of a record."""
    return sha256(as_json(data).encode()).hexdigest()


def action_text(rules: CompiledRules, turns: Sequence[Turn]) -> str:
    """The text of all actions of one `play`: of a whole choice of several cards, all cards in one; of a card,
    what was announced before it."""
    actions = [turn.action for turn in turns if turn.action is not None]
    first = actions[0]
    if isinstance(first, Announce):
        return " ".join(rules.texts.text(action) for action in actions)
    if len(actions) == 1 or not isinstance(first, PickCard):
        return rules.texts.text(first)
    faces = [rules.pack.faces[action.face].code for action in actions if isinstance(action, PickCard)]
    assert len(faces) == len([action for action in actions if not isinstance(action, Finish)])
    return f"{first.step} {' '.join(faces)}"


def event_data(rules: CompiledRules, event: Event) -> Data:
    """An event as data, in names; what it does not say is left out."""
    names = rules.seating.names
    found: Data = {"event": event.kind}
    if event.seat >= 0:
        found["seat"] = names[event.seat]
    if event.by >= 0:
        found["by"] = names[event.by]
    if event.to >= 0:
        found["to"] = names[event.to]
    if event.cards:
        found["cards"] = rules.pack.texts(event.cards)
    if event.kind == "game over":
        found["winners"] = _accounts(rules, event.count)
    elif event.count:
        found["count"] = event.count
    if event.text:
        found["text"] = event.text
    if event.points:
        names = rules.counts_for(event.text) if event.kind == "counted" else rules.accounts
        found["points"] = _by_name(names, event.points)
    if event.seen_by:
        found["seen_by"] = _seen_by(rules, event.seen_by)
    if event.place is not None:
        found["rule"] = f"{without_folder(event.place.file)}:{event.place.start.line}"
    return found


def _seen_by(rules: CompiledRules, seats: int) -> Any:
    everybody = seats == rules.seating.everybody
    return "everybody" if everybody else [rules.seating.names[seat] for seat in members(seats)]


def _accounts(rules: CompiledRules, accounts: int) -> list[str]:
    return [rules.accounts[account] for account in members(accounts)]


def _by_name(names: Sequence[str], points: Sequence[Number]) -> Data:
    named = zip(names, points, strict=True)
    return {name: str(score) if isinstance(score, Fraction) else score for name, score in named}
