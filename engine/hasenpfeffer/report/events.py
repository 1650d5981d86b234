"""Events told as lines, one thing a line, for people at the table or for somebody who watches."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hasenpfeffer.report.english import Noun, counted, listed, number, possessive
from hasenpfeffer.report.faces import Faces
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hasenpfeffer.play.events import Event
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import Number, State


class Narrator:
    """Tells what happens to an audience, a set of seats: a single one is spoken to as `you`.

    A card or a secret answer is told only if everybody in the audience may know it; to nobody in particular,
    only what the whole table may know. With `sees_all` everything is told, as when a deal is over and lies open.
    `at` sets the narrator to a position, as after a step back.
    """

    def __init__(
        self, rules: CompiledRules, audience: int = 0, *, sees_all: bool = False, says_you: bool = True
    ) -> None:
        self.rules = rules
        self.seating = rules.seating
        self.faces = Faces(rules.pack)
        self._listeners = 0 if sees_all else audience or rules.seating.everybody
        self._you = audience.bit_length() - 1 if says_you and audience.bit_count() == 1 else -1
        self._deal = 1
        self._is_new = True
        self._has_scored = False
        self._contract = ""
        self._tricks = [0] * rules.seating.count

    def at(self, state: State) -> None:
        """Goes on from the middle of a deal."""
        self._deal = state.deal_number
        self._is_new = self._has_scored = False
        self._contract = ""
        if state.declarer >= 0 and state.call >= 0:
            self._contract = f"{self.name(state.declarer)} with {self.rules.calls[state.call].text}"
        self._tricks = list(state.tricks_won)

    def begin_deal(self) -> None:
        """Goes on from the beginning of the deal that `at` has set."""
        self._is_new = True

    def lines(self, events: Iterable[Event]) -> list[str]:
        """The events as sentences without full stops; empty lines part deals and tricks."""
        found: list[str] = []
        for is_dealing, group in groupby(events, lambda event: event.kind == "dealt"):
            if is_dealing:
                found += self._dealt(list(group))
            else:
                for event in group:
                    found += self._told(self.heard(event))
        return found

    def who(self, seat: int) -> Noun:
        """A seat as the subject of a sentence."""
        return Noun("you", plural=True) if seat == self._you else Noun(self.seating.names[seat])

    def name(self, seat: int) -> str:
        return self.who(seat).text

    def whose(self, seat: int) -> str:
        """`your`, or `south's`."""
        return "your" if seat == self._you else possessive(self.seating.names[seat])

    def scores(self, points: Sequence[Number]) -> str:
        """`north-south 11, east-west −2`"""
        named = zip(self.rules.accounts, points, strict=True)
        return ", ".join(f"{account} {number(score)}" for account, score in named)

    def counted(self, counter: str, values: Sequence[Number]) -> str:
        """`south 1, west 0`; of a counter of the table its number alone."""
        names = self.rules.counts_for(counter)
        if names == ("table",):
            return number(values[0])
        return ", ".join(f"{name} {number(value)}" for name, value in zip(names, values, strict=True))

    def taken_back(self, seat: int, plays: int) -> str:
        """That so many plays are taken back, the first of them by this seat."""
        return f"taken back: {self.whose(seat)} choice{' and all after it' if plays > 1 else ''}"

    def heard(self, event: Event) -> Event:
        """An event as far as everybody in the audience may know it."""
        for seat in members(self._listeners):
            event = event.as_seen(seat)
        return event

    # --- one event

    def _told(self, event: Event) -> Iterator[str]:
        who = self.who(event.seat) if event.seat >= 0 else Noun("nobody")
        rule = f" ({event.place.line})" if event.place is not None else ""
        match event.kind:
            case "called":
                yield who.verb(f"calls {event.text}")
            case "held":
                yield who.verb(f"holds {event.text}")
            case "passed":
                yield who.verb("passes")
            case "auction won":
                self._contract = f"{who} with {event.text}"
                yield who.verb(f"wins the auction with {event.text}")
            case "thrown in":
                yield from self._thrown_in(event, rule)
            case "nobody bid":
                yield "nobody bids"
            case "forced":
                yield f"{who.verb('has to bid')}{rule}"
            case "chosen":
                yield who.verb(f"chooses {event.text or 'in secret'}")
            case "predicted":
                yield who.verb(f"predicts {event.text or 'a number in secret'}")
            case "alone":
                yield f"{who.verb('plays alone')}{self._sitting_out(event.seat)}"
            case "with partner":
                yield who.verb("does not play alone")
            case "turned up" if event.text:
                yield f"the {event.text} is turned up: {self._cards(event)}"
            case "turned up":
                yield f"{who.verb('turns up')} {self._cards(event)}"
            case "took" | "discarded" | "gave" | "moved":
                yield self._moved(event, who)
            case "shown":
                yield who.verb(f"shows {event.text}: {self._cards(event)}")
            case "melded":
                yield self._melded(event, who)
            case "announced":
                shown = f", showing {self._cards(event)}" if event.cards else ""
                yield f"{who.verb(f'announces {event.text}')}{shown}"
            case "laid open":
                yield f"{who.verb('lays down an open hand')}: {self._cards(event)}"
            case "played" if event.by >= 0:
                yield f"{self.who(event.by).verb(f'plays {self._cards(event)}')} from {self.whose(event.seat)} hand"
            case "played":
                yield who.verb(f"plays {self._cards(event)}")
            case "suit named":
                yield self.who(event.seat if event.by < 0 else event.by).verb(f"asks for {event.text}")
            case "trick won":
                yield from (self._trick_won(event.seat), "")
            case "scored":
                yield from self._result()
                yield f"{event.text}: {self._gains(event)}{rule}"
            case "counted":
                yield f"{event.text}: {self.counted(event.text, event.points)}"
            case "deal over":
                yield from self._deal_over(event)
            case "game over":
                yield self._game_over(event, rule)
            case "replaced":
                yield f"the bot of {self.name(event.seat)} failed; a legal choice is made for it"
            case "dealt":
                pass

    def _result(self) -> Iterator[str]:
        """Before the first line that scores: what was bid, and who has won how many tricks."""
        if not self._has_scored and any(self._tricks):
            tricks = [sum(self._tricks[seat] for seat in members(team)) for team in self.seating.teams]
            contract = f"declarer: {self._contract}; " if self._contract else ""
            yield f"{contract}tricks: {self.scores(tricks)}"
        self._has_scored = True

    def _thrown_in(self, event: Event, rule: str) -> Iterator[str]:
        if event.seat < 0:
            yield f"the deal is thrown in{rule}"
        else:
            yield f"{self.who(event.seat).verb('throws the hand in')}: {event.text}{rule}"
        self._is_new = True

    def _sitting_out(self, seat: int) -> str:
        """Who sits out when this seat plays alone; nothing where partners change from deal to deal."""
        team = self.seating.teams[self.seating.team_of[seat]]
        partners = [self.name(other) for other in members(team & ~(1 << seat))]
        if not partners:
            return ""
        one = partners[0] != "you" and len(partners) == 1
        return f"; {listed(partners)} {'sits' if one else 'sit'} out"

    def _moved(self, event: Event, who: Noun) -> str:
        cards = self._cards(event)
        match event.kind:
            case "took" if event.text not in ("", "cards"):
                shown = f": {cards}" if event.cards else f" ({cards})"
                return f"{who.verb(f'takes the {event.text}')}{shown}"
            case "took":
                return who.verb(f"takes {cards}")
            case "discarded":
                return who.verb(f"discards {cards}")
            case "gave" if event.to < 0:
                return who.verb(f"puts {cards} into the {event.text}")
            case "gave":
                return who.verb(f"gives {self.name(event.to)} {cards}")
            case "moved" if event.text:
                return f"the {event.text} ({cards}) goes to {self.name(event.to)}"
            case _:
                return f"{cards} {'goes' if event.count == 1 else 'go'} to {self.name(event.to)}"

    def _melded(self, event: Event, who: Noun) -> str:
        """What was melded, for how much; only that where the cards were not shown."""
        if not event.text:
            return who.verb(f"melds {number(event.worth)}")
        return f"{who.verb(f'melds {event.text} for {number(event.worth)}')}: {self._cards(event)}"

    def _cards(self, event: Event) -> str:
        """The cards, or only their number."""
        return self.faces.texts_of(event.cards) if event.cards else counted(event.count, "card")

    def _trick_won(self, seat: int) -> str:
        self._tricks[seat] += 1
        team = self.seating.teams[self.seating.team_of[seat]]
        won = sum(self._tricks[other] for other in members(team))
        line = self.who(seat).verb(f"wins trick {sum(self._tricks)}")
        return (
            f"{line}, {won} in all" if team == 1 << seat else f"{line}; {self.seating.text(team)} has {won}"
        )

    # --- deals and scores

    def _dealt(self, events: Sequence[Event]) -> Iterator[str]:
        """All that one step deals, in a line; cards that lie open in lines of their own."""
        hands = [event for event in events if event.to >= 0 and event.count]
        parts = [self._to_hands(hands)] if hands else []
        parts += [f"{event.count} to the {event.text}" for event in events if event.to < 0 and event.count]
        what = listed(parts)
        if self._is_new and hands:
            dealer = self.seating.order[hands[0].to][-1]
            yield ""
            yield f"deal {self._deal}: {self.who(dealer).verb(f'deals {what}')}"
            self._is_new = self._has_scored = False
            self._contract = ""
            self._tricks = [0] * self.seating.count
        elif what:
            yield f"dealt: {what}"
        for event in map(self.heard, events):
            if event.cards and event.to < 0:
                yield f"{event.text}: {self.faces.texts_of(event.cards)}"
            elif event.cards and not event.count:
                yield f"{event.text}, for {self.name(event.to)}: {self.faces.texts_of(event.cards)}"

    def _to_hands(self, hands: Sequence[Event]) -> str:
        counts = sorted({event.count for event in hands})
        if len(hands) == self.seating.count:
            most = counted(counts[-1], "card")
            return f"{' or '.join([*map(str, counts[:-1]), most])} to each"
        return listed([f"{counted(event.count, 'card')} to {self.name(event.to)}" for event in hands])

    def _gains(self, event: Event) -> str:
        gains = []
        for account, points in zip(self.rules.accounts, event.points, strict=True):
            if points:
                sign = "+" if points > 0 else ""
                gains.append(f"{account} {sign}{number(points)}")
        return ", ".join(gains)

    def _deal_over(self, event: Event) -> Iterator[str]:
        self._is_new = True
        if not self.rules.ruleset.keeps_scores:
            yield f"deal {self._deal} is over"
            self._deal += 1
            return
        if not self._has_scored:
            yield "nobody scores"
        yield f"score after deal {self._deal}: {self.scores(event.points)}"
        self._deal += 1

    def _game_over(self, event: Event, rule: str) -> str:
        winners = [self.rules.accounts[account] for account in members(event.count)]
        if not winners:
            deals = self.rules.ruleset.game_end.longest
            return f"unfinished: the game is stopped after {deals} deals{rule}"
        won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share'} the game"
        if self._you < 0:
            return won
        return f"{won}: you have {'won' if event.count >> self.seating.team_of[self._you] & 1 else 'lost'}"
