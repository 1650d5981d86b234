"""What the words of the vocabulary mean: for each, a function from an environment to its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hasenpfeffer.errors import UnsupportedError
from hasenpfeffer.lang.evaluate import plain, slot
from hasenpfeffer.lang.types import Kind
from hasenpfeffer.play.sides import declarers, defenders, lone_player
from hasenpfeffer.play.state import Deferred
from hasenpfeffer.play.tricks import best_play, latest_trick, trick_cards
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.rules import CompiledRules

    Formula = Callable[[Any], Any]

_ME = slot("me")


class Lookups:
    """The resolver of the reference interpreter (see `lang.evaluate.Resolver`)."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.ruleset = rules.ruleset
        self.pack = rules.pack
        self.seating = rules.seating
        self._bodies: dict[str, Formula] = {}

    # --- names of the file

    def term(self, name: str, argument: Formula | None) -> Formula:
        if name == "trump":
            return _trump
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(argument)
        return self._term(name, argument)

    def trump(self) -> Formula:
        """What `trump` is, worked out from the state; the environment remembers it."""
        pin = self.rules.pins.get("trump")
        if pin is not None:
            return pin.formula(None)
        if "trump" in self.ruleset.terms:
            return self._term("trump", None)
        if "trump" in self.ruleset.settings:
            return self._setting("trump", None, 0)
        return lambda env: 0

    def _term(self, name: str, argument: Formula | None) -> Formula:
        setting = self.ruleset.settings.get(name)
        if argument is not None:
            return self._term_of(name, argument, setting is not None)
        if setting is None:
            return self._body(name)
        body, index = self._body(name), setting.index

        def value(env: Environment) -> Any:
            found = _field_of_call(env, name)
            if found is None:
                found = env.state.settings[index]
            if found is None:
                return body(env)
            return found if type(found) is not Deferred else _worked_out(env, found)

        return value

    def _term_of(self, name: str, argument: Formula, is_set: bool) -> Formula:
        """A term that is asked of something: what was set for that seat, or its body."""
        body, index = self._body(name), slot(self.ruleset.terms[name].argument or "seat")
        setting = self.ruleset.settings.get(name)

        def value(env: Environment) -> Any:
            asked = argument(env)
            if is_set and setting is not None and asked and not asked & (asked - 1):
                stored = env.state.settings[setting.index]
                if stored is not None:
                    own = stored[asked.bit_length() - 1] if isinstance(stored, tuple) else stored
                    if own is not None:
                        return own
            before = env.bound[index]
            env.bound[index] = asked
            try:
                return body(env)
            finally:
                env.bound[index] = before

        return value

    def _body(self, name: str) -> Formula:
        """The body of a term; made at its first use, so terms may stand in any order."""

        def body(env: Environment) -> Any:
            formula = self._bodies.get(name)
            if formula is None:
                formula = self._bodies[name] = self.rules.formula(self.ruleset.terms[name].body)
            return formula(env)

        return body

    def setting(self, name: str, seat: Formula | None, empty: Any) -> Formula:
        if name == "trump":
            return _trump
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(seat)
        return self._setting(name, seat, empty)

    def _setting(self, name: str, seat: Formula | None, empty: Any) -> Formula:
        index = self.ruleset.settings[name].index
        if seat is not None:

            def of_seat(env: Environment) -> Any:
                stored, asked = env.state.settings[index], seat(env)
                if stored is None or not asked:
                    return empty
                own = stored[asked.bit_length() - 1] if isinstance(stored, tuple) else stored
                return empty if own is None else own

            return of_seat

        def value(env: Environment) -> Any:
            found = _field_of_call(env, name)
            if found is None:
                found = env.state.settings[index]
            if found is None:
                return empty
            return found if type(found) is not Deferred else _worked_out(env, found)

        return value

    def counter(self, name: str, of: Formula | None) -> Formula:
        index, kind = self.rules.counter_index[name], self.ruleset.counters[name].of
        if of is None:
            return lambda env: env.state.counters[index][0]
        team_of = self.seating.team_of

        def value(env: Environment) -> Any:
            asked = of(env)
            if not asked:
                return 0
            seat = (asked & -asked).bit_length() - 1
            return env.state.counters[index][team_of[seat] if kind == "team" else seat]

        return value

    def pile(self, name: str) -> Formula:
        pin = self.rules.pins.get(name)
        if pin is not None:
            return pin.formula(None)
        index = self.rules.pile_index[name]
        return lambda env: (env.state.piles if env.now else env.state.piles_dealt)[index]

    def moved(self, step: str) -> Formula:
        index = self.rules.move_index[step]
        return lambda env: env.state.moved[index]

    def family(self, name: str) -> int:
        return sum(1 << i for i, call in enumerate(self.rules.calls) if call.family == name)

    # --- cards

    def rank_cards(self, rank: int) -> int:
        return self.suit_cards(rank, -1)

    def suit_cards(self, rank: int, suits: int) -> int:
        found = 0
        for suit in members(suits & (1 << len(self.pack.suits)) - 1):
            found |= self.rules.printed.get((rank, suit), 0)
        return found

    def cards_of_suit(self) -> Callable[[Any, int], int]:
        return lambda env, suits: env.contract.cards_of(suits) if suits else 0

    def strongest(self) -> Callable[[Any, int, bool], int]:
        def strongest(env: Environment, cards: int, highest: bool) -> int:
            contract = env.contract
            ordered = sorted(
                self.pack.members(cards), key=lambda card: contract.strength(card, contract.suit_of[card])
            )
            if not ordered:
                return 0
            return 1 << (ordered[-1] if highest else ordered[0])

        return strongest

    def in_turn(self) -> Callable[[Any, int], Sequence[int]]:
        order, after = self.seating.order, self.seating.next

        def in_turn(env: Environment, seats: int) -> list[int]:
            return [1 << seat for seat in order[after(env.state.dealer)] if seats >> seat & 1]

        return in_turn

    def teams(self) -> Sequence[int]:
        return self.seating.teams

    def deal_number(self) -> Formula:
        return lambda env: env.state.deal_number

    # --- words

    def lookup(self, name: str, argument: Formula | None, kind: Kind | None) -> Formula:
        pin = self.rules.pins.get(name)
        if pin is not None and (argument is None or kind is Kind.SEATS):
            return pin.formula(argument)
        if argument is None:
            method = getattr(self, "word_" + name.replace(" ", "_"), None)
            if method is None:
                raise UnsupportedError(f"`{name}` cannot be played yet")
            return method()  # type: ignore[no-any-return]
        suffix = "_of_cards" if kind is Kind.CARDS and name == "points" else "_of"
        method = getattr(self, name.replace(" ", "_") + suffix, None)
        if method is None:
            raise UnsupportedError(f"`{name} of` cannot be played yet")
        return method(argument)  # type: ignore[no-any-return]

    def word_seats(self) -> Formula:
        everybody = self.seating.everybody
        return lambda env: everybody

    def word_teams(self) -> Formula:
        teams = self.seating.teams
        return lambda env: teams

    def word_dealer(self) -> Formula:
        return lambda env: 1 << env.state.dealer

    def word_declarer(self) -> Formula:
        return lambda env: 1 << env.state.declarer if env.state.declarer >= 0 else 0

    def word_declarers(self) -> Formula:
        return declarers

    def word_defenders(self) -> Formula:
        return defenders

    def word_partner(self) -> Formula:
        return lambda env: declarers(env) & ~(1 << env.state.declarer if env.state.declarer >= 0 else 0)

    def word_left(self) -> Formula:
        return self.left_of(lambda env: env.bound[_ME])

    def word_right(self) -> Formula:
        return self.right_of(lambda env: env.bound[_ME])

    def word_across(self) -> Formula:
        return self.across_of(lambda env: env.bound[_ME])

    def word_nothing(self) -> Formula:
        return lambda env: 0

    def word_any_card(self) -> Formula:
        everything = self.pack.everything
        return lambda env: everything

    def word_trumps(self) -> Formula:
        return lambda env: env.contract.trumps

    def word_trick(self) -> Formula:
        return trick_cards

    def word_last_trick(self) -> Formula:
        return lambda env: env.state.tricks[-1].card_set if env.state.tricks else 0

    def word_card_led(self) -> Formula:
        def card_led(env: Environment) -> int:
            cards = env.state.table or (latest_trick(env) if env.closing else ())
            return 1 << cards[0][1] if cards else 0

        return card_led

    def word_played(self) -> Formula:
        def played(env: Environment) -> int:
            cards = sum(1 << card for _, card in env.state.table)
            for trick in env.state.tricks:
                cards |= trick.card_set
            return cards

        return played

    def word_first_card_played(self) -> Formula:
        def first(env: Environment) -> int:
            state = env.state
            if state.tricks:
                return 1 << state.tricks[0].cards[0][1]
            return 1 << state.table[0][1] if state.table else 0

        return first

    def word_last_card_dealt(self) -> Formula:
        def last(env: Environment) -> int:
            state = env.state
            return 1 << state.pack[state.dealt_from - 1] if state.dealt_from else 0

        return last

    def word_cards_melded(self) -> Formula:
        return lambda env: 0

    def word_suits(self) -> Formula:
        suits = (1 << len(self.pack.suits)) - 1
        return lambda env: suits

    def word_any_suit(self) -> Formula:
        return self.word_suits()

    def word_suit_led(self) -> Formula:
        return lambda env: env.state.led_suit

    def word_trick_number(self) -> Formula:
        def trick_number(env: Environment) -> int:
            done = len(env.state.tricks)
            return done if env.closing and not env.state.table else done + 1

        return trick_number

    def word_deal_number(self) -> Formula:
        return self.deal_number()

    def word_leading(self) -> Formula:
        return lambda env: not env.state.table

    def word_final_trick(self) -> Formula:
        def final(env: Environment) -> bool:
            state = env.state
            if env.closing and not state.table:
                return not any(state.hands[seat] for seat in members(self.seating.everybody & ~state.sitting))
            played = {seat for seat, _ in state.table}
            return all(
                state.hands[seat].bit_count() == (0 if seat in played else 1)
                for seat in members(self.seating.everybody & ~state.sitting)
            )

        return final

    def word_call(self) -> Formula:
        return lambda env: 1 << env.state.call if env.state.call >= 0 else 0

    def word_best_melder(self) -> Formula:
        """Nobody: steps that show melds cannot be played yet, and without melds nobody has the best."""
        return lambda env: 0

    # --- words asked of seats

    def left_of(self, of: Formula) -> Formula:
        return self._shifted(of, 1)

    def right_of(self, of: Formula) -> Formula:
        return self._shifted(of, -1)

    def across_of(self, of: Formula) -> Formula:
        return self._shifted(of, self.seating.count // 2)

    def next_of(self, of: Formula) -> Formula:
        return self._shifted(of, 1 if self.seating.clockwise else -1)

    def _shifted(self, of: Formula, places: int) -> Formula:
        n = self.seating.count

        def shifted(env: Environment) -> int:
            return sum(1 << (seat + places) % n for seat in members(of(env)))

        return shifted

    def partner_of(self, of: Formula) -> Formula:
        def partner(env: Environment) -> int:
            seats: int = of(env)
            return self._team(seats) & ~seats

        return partner

    def team_of(self, of: Formula) -> Formula:
        return lambda env: self._team(of(env))

    def opponents_of(self, of: Formula) -> Formula:
        def opponents(env: Environment) -> int:
            seats = of(env)
            return self.seating.everybody & ~self._team(seats) if seats else 0

        return opponents

    def _team(self, seats: int) -> int:
        found = 0
        for team in self.seating.teams:
            if team & seats:
                found |= team
        return found

    def lone_player_of(self, of: Formula) -> Formula:
        return lambda env: lone_player(env, of(env))

    def alone_of(self, of: Formula) -> Formula:
        def alone(env: Environment) -> bool:
            seats = of(env)
            return bool(seats & env.state.sitting) and bool(seats & ~env.state.sitting)

        return alone

    def forced_of(self, of: Formula) -> Formula:
        def forced(env: Environment) -> bool:
            state = env.state
            return state.forced and state.declarer >= 0 and bool(of(env) >> state.declarer & 1)

        return forced

    def hand_of(self, of: Formula) -> Formula:
        return self._cards_by_seat(of, "hands")

    def dealt_of(self, of: Formula) -> Formula:
        return self._cards_by_seat(of, "dealt")

    def taken_of(self, of: Formula) -> Formula:
        return self._cards_by_seat(of, "taken")

    def _cards_by_seat(self, of: Formula, which: str) -> Formula:
        def cards(env: Environment) -> int:
            by_seat, found = getattr(env.state, which), 0
            for seat in members(of(env)):
                found |= by_seat[seat]
            return found

        return cards

    def won_of(self, of: Formula) -> Formula:
        def won(env: Environment) -> tuple[int, ...]:
            seats = of(env)
            return tuple(trick.card_set for trick in env.state.tricks if seats >> trick.winner & 1)

        return won

    def shown_out_of(self, of: Formula) -> Formula:
        def suits(env: Environment) -> int:
            found = 0
            for seat in members(of(env)):
                found |= env.state.shown_out[seat]
            return found

        return suits

    def tricks_of(self, of: Formula) -> Formula:
        def tricks(env: Environment) -> int:
            won = env.state.tricks_won
            return sum(won[seat] for seat in members(of(env)))

        return tricks

    def points_of(self, of: Formula) -> Formula:
        """The values of cards taken, with what `values` adds for each trick and for the last."""
        values = self.ruleset.values
        each = self.rules.formula(values.each_trick) if values.each_trick else None
        last = self.rules.formula(values.last_trick) if values.last_trick else None

        def points(env: Environment) -> Any:
            seats, state = of(env), env.state
            worth = env.contract.values
            total: Any = 0
            for seat in members(seats):
                total += sum(worth[card] for card in self.pack.members(state.taken[seat]))
                if each is not None:
                    total += state.tricks_won[seat] * each(env)
            if (
                last is not None
                and state.tricks
                and seats >> state.tricks[-1].winner & 1
                and self._is_done(env)
            ):
                total += last(env)
            return plain(total)

        return points

    @staticmethod
    def _is_done(env: Environment) -> bool:
        return not any(
            env.state.hands[seat] for seat in range(len(env.state.hands)) if not env.state.sitting >> seat & 1
        )

    def points_of_cards(self, of: Formula) -> Formula:
        return lambda env: plain(sum(env.contract.values[card] for card in self.pack.members(of(env))))

    def score_of(self, of: Formula) -> Formula:
        return self._by_account(of, "scores")

    def this_deal_of(self, of: Formula) -> Formula:
        return self._by_account(of, "this_deal")

    def _by_account(self, of: Formula, which: str) -> Formula:
        """What an account has; of several accounts together, each counted once."""
        account_of = self.seating.team_of

        def amount(env: Environment) -> Any:
            accounts = {account_of[seat] for seat in members(of(env))}
            values = getattr(env.state, which)
            return plain(sum(values[account] for account in accounts))

        return amount

    def meld_of(self, of: Formula) -> Formula:
        return lambda env: 0

    # --- words asked of cards and suits

    def holder_of(self, of: Formula) -> Formula:
        return self._who_has(of, "hands")

    def holders_of(self, of: Formula) -> Formula:
        return self._who_has(of, "hands")

    def owner_of(self, of: Formula) -> Formula:
        return self._who_has(of, "owned")

    def owners_of(self, of: Formula) -> Formula:
        return self._who_has(of, "owned")

    def _who_has(self, of: Formula, which: str) -> Formula:
        def who(env: Environment) -> int:
            cards, by_seat = of(env), getattr(env.state, which) or env.state.hands
            return sum(1 << seat for seat, hand in enumerate(by_seat) if hand & cards)

        return who

    def player_of(self, of: Formula) -> Formula:
        def player(env: Environment) -> int:
            cards = of(env)
            for trick in (*(t.cards for t in env.state.tricks), env.state.table):
                for seat, card in trick:
                    if cards >> card & 1:
                        return 1 << seat
            return 0

        return player

    def taker_of(self, of: Formula) -> Formula:
        def taker(env: Environment) -> int:
            cards = of(env)
            for trick in env.state.tricks:
                if trick.card_set & cards:
                    return 1 << trick.winner
            return 0

        return taker

    def winner_of(self, of: Formula) -> Formula:
        """`winner of trick` (-1), `winner of last trick` (0), `winner of trick 3` (3)."""

        def winner(env: Environment) -> int:
            which, state = of(env), env.state
            if which > 0:
                return 1 << state.tricks[which - 1].winner if which <= len(state.tricks) else 0
            if which == -1 and state.table:
                return 1 << best_play(env)[0]
            if state.tricks and (which == 0 or env.closing):
                return 1 << state.tricks[-1].winner
            return 0

        return winner

    def winning_of(self, of: Formula) -> Formula:
        """Those of the cards that would take the trick as it lies; all of them where nothing lies."""

        def winning(env: Environment) -> int:
            cards: int = of(env)
            if not env.state.table:
                return cards
            contract, led = env.contract, env.state.led_suit
            best = contract.strength(best_play(env)[1], led)
            return sum(1 << card for card in self.pack.members(cards) if contract.strength(card, led) > best)

        return winning

    def suit_of(self, of: Formula) -> Formula:
        def suit(env: Environment) -> int:
            cards, suit_of = of(env), env.contract.suit_of
            found = 0
            for card in self.pack.members(cards):
                found |= suit_of[card]
            return found

        return suit

    def printed_suit_of(self, of: Formula) -> Formula:
        def suit(env: Environment) -> int:
            found = 0
            for card in self.pack.members(of(env)):
                printed = self.pack.faces[self.pack.cards[card]].suit
                found |= 0 if printed is None else 1 << printed
            return found

        return suit

    def sister_of(self, of: Formula) -> Formula:
        sisters = self.rules.sisters
        return lambda env: sum(sisters.get(suit, 0) for suit in members(of(env)))

    def tops_of(self, of: Formula) -> Formula:
        """How many of the highest trumps the cards hold without a gap."""

        def tops(env: Environment) -> int:
            cards, contract = of(env), env.contract
            ranked = sorted(self.pack.members(contract.trumps), key=lambda card: -contract.power[card])
            count = 0
            for card in ranked:
                if not cards >> card & 1:
                    break
                count += 1
            return count

        return tops


def _trump(env: Environment) -> Any:
    found = _field_of_call(env, "trump")
    return env.trump if found is None else found


def _field_of_call(env: Environment, name: str) -> Any:
    """The field of the call that `allowed` is asking about; None elsewhere."""
    if env.call < 0:
        return None
    return env.rules.fields[env.call].get(name)


def _worked_out(env: Environment, value: Deferred) -> Any:
    """A field that is a formula: `me` in it is who made the call."""
    before = env.bound[_ME]
    env.bound[_ME] = 1 << value.me
    try:
        return env.rules.deferred[value.formula](env)
    finally:
        env.bound[_ME] = before
