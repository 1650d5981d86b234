"""What must come out: every line of `then`, held against the position at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hasenpfeffer.cards import fold
from hasenpfeffer.lang import types
from hasenpfeffer.lang.checking.fitting import convert
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play import machine
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.reading.tree import Group, Text
from hasenpfeffer.seats import members
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.reading.tree import Entry, Node
    from hasenpfeffer.study.cases.setting_up import SetUp
    from hasenpfeffer.study.cases.words import Words

AFTER_THE_DEAL: Final = ("scores", "winner", "next dealer", "this deal")
"""What is only known when the deal is scored; counters too."""


def check_expectations(then: Sequence[Entry], state: State, set_up: SetUp, words: Words) -> None:
    """CaseError with every line that does not hold."""
    outcome = _Outcome(state, set_up, words)
    problems = [found for entry in then for found in outcome.check(entry)]
    if problems:
        raise problem(problems[0][0], "; ".join(_message(problems)))


def _message(problems: Sequence[tuple[Place, str]]) -> Iterator[str]:
    first = problems[0][0].line
    for place, text in problems:
        yield text if place.line == first else f"{place.line}: {text}"


class _Outcome:
    """The position at the end; where the deal is not over, as if it had gone on as the case gives it."""

    def __init__(self, state: State, set_up: SetUp, words: Words) -> None:
        self.words = words
        self.set_up = set_up
        self.rules: CompiledRules = set_up.rules
        self.state = state
        self.is_played_out = state.over
        if not state.over and not set_up.has_script and set_up.given.at is None:
            self._score()

    def check(self, entry: Entry) -> Iterator[tuple[Place, str]]:
        """What is wrong with one line, and where."""
        key = entry.key.text
        if key in AFTER_THE_DEAL or key in self.rules.ruleset.counters:
            self._only_one_end(entry)
            self._score_if_needed(entry)
        match key:
            case "scores":
                yield from self._scores(entry.value)
            case "winner":
                yield from self._compare(entry, Kind.SEATS, self._winner())
            case "next dealer":
                following = machine.prepare_next(self.rules, self.state, self.state.pack)
                yield from self._compare(entry, Kind.SEATS, 1 << following.dealer)
            case "turn":
                seat = machine.hand_to_play(self.rules, self.state)
                yield from self._compare(entry, Kind.SEATS, 1 << seat if seat >= 0 else 0)
            case "thrown in":
                yield from self._compare(entry, Kind.YESNO, self.state.thrown_in)
            case "call":
                yield from self._call(entry)
            case _:
                yield from self._anything(entry)

    # --- scores

    def _only_one_end(self, entry: Entry) -> None:
        """A deal that the script plays out went as it was played, not as `given` says."""
        results = self.set_up.given.results
        if self.is_played_out and not self.state.thrown_in and results:
            said = " and ".join(f"`{name}`" for name in results)
            raise problem(
                entry.key.place,
                f"the script plays the deal out, so what `given` says of {said} does not count: "
                "leave it out, or end the script before the last card",
            )

    def _score_if_needed(self, entry: Entry) -> None:
        if self.state.over:
            return
        given = self.set_up.given
        if not given.says_results and (self.set_up.has_script or given.at is not None):
            raise problem(
                entry.key.place,
                f"`{entry.key.text}` is known after the deal: the case ends before it does, "
                "and `given` does not say how it goes on, such as by `tricks`",
            )
        self._score()

    def _score(self) -> None:
        """The deal as scored by what is given."""
        self.state = self.set_up.scored(self.state)
        self.rules = self.set_up.scoring_rules

    def _scores(self, value: Node) -> Iterator[tuple[Place, str]]:
        """The totals; those of a side are the score of each of its accounts."""
        if not isinstance(value, Group):
            raise problem(value.place, "`scores` say whose, such as `{north-south: 4}`")
        for entry in value:
            seats = self._work_out(self.words.seats(entry.key))
            accounts = sorted({self.rules.seating.team_of[seat] for seat in members(seats)})
            if not accounts:
                raise problem(entry.key.place, f"`{entry.key.text}` is nobody in this deal")
            wanted = self._work_out(self.words.value(entry.value, types.ANY_NUMBER))
            for account in accounts:
                found = self.state.scores[account]
                if found != wanted:
                    told = f"the score of {self.rules.accounts[account]} is {found}"
                    yield entry.key.place, f"{told}, and the case says {wanted}: {self._paid(account)}"

    def _paid(self, account: int) -> str:
        """Which lines paid what."""
        if self.state.thrown_in:
            return "the deal was thrown in"
        paid = [
            f"{line.line} {line.points[account]} ({line.place.line})"
            for line in self.state.lines
            if line.points[account]
        ]
        deal = self.state.this_deal[account]
        before = self.state.scores[account] - deal
        return f"{before} before the deal, and " + (", ".join(paid) or "no scoring line that pays")

    def _winner(self) -> int:
        teams = self.rules.seating.teams
        return sum(teams[account] for account in members(self.state.winners))

    # --- everything else

    def _call(self, entry: Entry) -> Iterator[tuple[Place, str]]:
        text = self.words.text(entry.value)
        call = self.rules.calls[self.state.call].text if self.state.call >= 0 else "none"
        if fold(call) != fold(text.text):
            yield entry.value.place, f"the call is {call}, and the case says {text.text}"

    def _anything(self, entry: Entry) -> Iterator[tuple[Place, str]]:
        """A name or lookup of the rules; a group asks it of each seat or side."""
        if not isinstance(entry.value, Group):
            yield from self._value(entry.key.text, entry.key, entry.value)
            return
        for part in entry.value:
            seats = self.words.seats(part.key)
            asked = part.key.text
            if seats.is_constant and isinstance(seats.value, int):
                names = self.rules.seating.names
                asked = " or ".join(names[seat] for seat in members(seats.value)) or "nobody"
            question = Text(f"{entry.key.text} of ({asked})", part.key.place, exact=False)
            yield from self._value(f"{entry.key.text} of {part.key.text}", question, part.value)

    def _value(self, name: str, question: Text, value: Node) -> Iterator[tuple[Place, str]]:
        typed = self.words.expression(question)
        if typed.type.kind is Kind.CHAIN:
            typed = convert(typed, types.CARDS)
        found = self._work_out(typed)
        kind = typed.type.kind
        if kind is Kind.CARDS:
            yield from self._cards(name, found, value)
            return
        expected = self._work_out(self.words.value(value, typed.type))
        if found != expected:
            yield value.place, self._differs(name, kind, found, expected)

    def _cards(self, name: str, found: int, value: Node) -> Iterator[tuple[Place, str]]:
        """Cards are compared by face: copies are alike."""
        pack = self.rules.pack
        is_none = isinstance(value, Text) and fold(value.text) in ("nothing", "none")
        expected = [] if is_none else sorted(self.words.faces(value))
        if sorted(pack.cards[card] for card in pack.members(found)) != expected:
            said = " ".join(pack.faces[face].code for face in expected) or "nothing"
            yield value.place, f"{name} is {pack.texts(found) or 'nothing'}, and the case says {said}"

    def _compare(self, entry: Entry, kind: Kind, found: Any) -> Iterator[tuple[Place, str]]:
        want = types.YESNO if kind is Kind.YESNO else types.SEATS
        expected = self._work_out(self.words.value(entry.value, want))
        if found != expected:
            yield entry.value.place, self._differs(entry.key.text, kind, found, expected)

    def _differs(self, name: str, kind: Kind, found: Any, expected: Any) -> str:
        show = self.words.show
        text = f"{name} is {show(kind, found)}, and the case says {show(kind, expected)}"
        return text + self._why(name)

    def _why(self, name: str) -> str:
        """Where the rules say so, or how it came about."""
        term = self.rules.ruleset.terms.get(name)
        if term is not None:
            return f" ({term.place.line})"
        if name.startswith("winner of trick"):
            tricks = self.state.tricks
            number = name.removeprefix("winner of trick").strip()
            index = int(number) - 1 if number.isdigit() else len(tricks) - 1
            if 0 <= index < len(tricks):
                return f": {self._trick(tricks[index].cards)}"
            return f": {self._trick(self.state.table)}" if self.state.table else ": it was not played"
        if name == "winner":
            scores = zip(self.rules.accounts, self.state.scores, strict=True)
            told = ", ".join(f"{account} {score}" for account, score in scores)
            return f": {told} ({self.rules.ruleset.game_end.place.line})"
        if name == "next dealer":
            game = self.rules.ruleset.game_end
            rule = game.after_redeal if self.state.thrown_in else game.next_dealer
            return f" ({rule.place.line})" if rule.place else ""
        return ""

    def _trick(self, cards: Sequence[tuple[int, int]]) -> str:
        names, pack = self.rules.seating.names, self.rules.pack
        told = ", ".join(f"{names[seat]} {pack.text(card)}" for seat, card in cards)
        trump = Environment(self.rules, self.state).trump
        trumps = f", trump {self.words.show(Kind.SUITS, trump)}" if trump else ""
        return f"{told}{trumps} ({self.rules.ruleset.ranking.place.line})"

    def _work_out(self, typed: Any) -> Any:
        env = Environment(self.rules, self.state, machine.hand_to_play(self.rules, self.state), closing=True)
        return self.rules.formula(typed)(env)
