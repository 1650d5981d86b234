"""`tricks` lowered: lead, follow, win, until the hands are empty or the step says stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.reach import may_be_played
from hasenpfeffer.kernel.steps.announcing import AnnouncingLowering
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.steps.legal_cards import LegalCards
from hasenpfeffer.kernel.steps.melding import Melds
from hasenpfeffer.kernel.steps.moving import MoveLowering, TakeLowering
from hasenpfeffer.kernel.steps.whole_trick import WholeTrick
from hasenpfeffer.kernel.values import Bits, Truth, is_some, meet, one_of, split, union
from hasenpfeffer.ruleset.steps import MoveStep, TakeStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import Step


IN_STATE: Final = ("s[BEST_STRENGTH]", "s[BEST_SEAT]", "s[BEST_CARD]")
"""Where the best card of the trick so far is kept."""


_ABOUT_CARDS = frozenset({"taken", "points", "trick", "last trick", "won", "taker"})
_ABOUT_WINNERS = frozenset({"winner", "won", "taker", "points"})


class TricksLowering(StepLowering):
    step: TricksStep

    def __init__(self, formulas: Formulas, step: TricksStep, number: int, *, is_lively: bool) -> None:
        super().__init__(formulas, step, number)
        self.is_lively = is_lively
        """Whether the trump choice can change while cards are played."""
        self.melds = Melds(formulas)
        self.legal_cards = LegalCards(formulas, step)
        self.announcing = AnnouncingLowering(self)

    def lower(self) -> None:
        self._check_that_cards_stay_played()
        self.actions = max(self.faces + len(self.step.during), self.program.contracts.suits)
        self.announcing.lower()
        self.is_over()
        self._turn()
        self._after_tricks()
        self.trick_over()
        self._begin()
        self._legal()
        self._apply()
        if self.plays_whole:
            WholeTrick(self).lower()

    @property
    def plays_whole(self) -> bool:
        """Whether a trick that has begun with a card for everybody is just one card after the other."""
        return not self.announcing.is_there and not self.program.contracts.has_leads

    @property
    def keeps_even(self) -> bool:
        """Whether hands that hold equally many cards still do so after a trick."""
        return self.plays_whole and all(after.step is None for after in self.step.after_each)

    def every(self, function: Function, tests: Sequence[Callable[[], Code]]) -> Code:
        """Whether all of these hold; one is asked only where those before it do."""
        first, *rest = tests
        if not rest:
            return first()
        found = function.decided(first(), lambda: Truth(self.every(function, rest)), lambda: Truth(0))
        return found.code

    def _check_that_cards_stay_played(self) -> None:
        """The room for tricks and plays is that of a pack. Raises KernelRefusal where a card can be played twice."""
        ruleset = self.program.ruleset
        further = [place for place, one in enumerate(ruleset.steps) if isinstance(one, TricksStep)][-1]
        moving: list[Step | None] = [after.step for after in self.step.after_each]
        moving += ruleset.steps[self.number + 1 : further]
        for step in moving:
            if not isinstance(step, (TakeStep, MoveStep)) or (isinstance(step, MoveStep) and step.to is None):
                continue
            if step.source is None or may_be_played(ruleset, step.source):
                raise refuse("cards that may come back to a hand after they were played", step.place)

    # --- turns

    def _begin(self) -> None:
        begin = self.function("begin", about="The first trick begins.")
        with begin.block(f"if not {self.holds(begin)}:"):
            self.done(begin)
            begin.line("return 0")
        if self.step.who is not None:
            who = self.formulas.bits(self.step.who, begin, Scope())
            out = begin.named(codes.without((1 << self.program.seats) - 1, who.only))
            begin.line(f"s[SITTING] |= {out}")
            begin.line(f"s[ABSENT] |= {out}")
        if {"owner", "owners"} & self.program.words:
            for seat in range(self.program.seats):
                owned = union(self.cards("HANDS", seat), self.cards("ASIDE", seat))
                self.write(begin, "OWNED", seat, owned)
            begin.store("HAS_OWNED", 1)
        leader = self.first_of(self.step.leader, begin, Scope(), "s[DEALER]")
        with begin.block(f"if is_over_{self.number}(s, k):"):
            self.done(begin)
            begin.line("return 0")
        begin.call(f"turn_{self.number}", leader)
        begin.line("return 0")

    def _turn(self) -> None:
        """Writes `turn_N`: makes it the turn of a seat, or of the next that has a card to play; -1 where nobody has."""
        turn = self.function(
            "turn", "seat", about="The turn of a seat, or of the next that has a card to play."
        )
        out = turn.named("(s[SITTING] | s[TABLE_SEATS])")
        has_cards = is_some(self.cards("HANDS", "seat"))
        with turn.block(f"if {out} >> seat & 1 or not {has_cards}:"):
            able = turn.named(f"(holding(s, k) & ~{out})")
            with turn.block(f"if {able}:"):
                turn.line(f"seat = first_from(s, k, seat, {able})")
            with turn.block("elif s[TABLE_COUNT] > 0:"):
                turn.line("return -1")
        turn.store("TURN", "seat")
        turn.store("WAIT", 1)
        self._silent(turn)
        if self.announcing.is_there:
            turn.call(f"at_once_{self.number}", "seat")
        turn.line("return 0")

    def _silent(self, function: Function) -> None:
        """Nothing has been announced at this turn."""
        if self.announcing.is_there:
            function.store("SAID", 0)
            self.write(function, "TIED", 0, self.all_cards())

    def is_over(self, name: str = "is_over", nobody_has_cards: Code = "anybody_has_cards(s, k) == 0") -> None:
        """Writes a function that tells whether no further trick is played."""
        over = self.function(name, about="Whether no further trick is played.")
        with over.block(f"if {nobody_has_cards}:"):
            over.line("return 1")
        if self.step.count is not None:
            wanted = self.formulas.number(self.step.count, over, Scope())
            played = codes.multiply("s[TRICK_COUNT]", wanted.denominator)
            with over.block(f"if {codes.compare('>=', played, wanted.code)}:"):
                over.line("return 1")
        if self.step.stop_when is not None:
            stop = self.formulas.truth(self.step.stop_when, over, Scope())
            over.line(f"return {codes.if_else(stop, 1, 0)}")
        else:
            over.line("return 0")

    # --- what is legal

    def _legal(self) -> None:
        legal = self.function("legal", about="The cards that may be played, and what may be announced.")
        seat = legal.named("s[TURN]")
        if self.program.contracts.has_leads:
            self._legal_suits(legal, seat)
        hand = legal.kept(self.cards("HANDS", seat))
        playable = legal.kept(self.legal_cards.judge(legal, hand, seat))
        cards = playable
        if self.announcing.is_there:
            cards = meet(playable, self.cards("TIED"))
        words: list[Code] = self.faces_of(cards, legal)
        words += [0] * (self.words_of_actions - len(words))
        for number in self.announcing.free():
            test = self.announcing.is_open(legal, number, seat, playable)
            last, at = divmod(self.faces + number, WORD)
            words[last] = codes.either(words[last], codes.if_else(test, 1 << at, 0))
        self.offer(legal, words)

    def _legal_suits(self, function: Function, seat: Code) -> None:
        """The suits that a led loose card may ask for."""
        with function.block("if s[NAMING]:"):
            every = (1 << len(self.program.rules.pack.suits)) - 1
            suits = function.fresh()
            function.line(f"{suits} = {every}")
            contract = self.formulas.contract(function, Scope(seat))
            rule = function.named(self.program.contracts.loose_rule(contract, "s[CARD_LED]"))
            for number, loose in enumerate(self.program.ruleset.ranking.loose):
                if loose.may_name is None:
                    continue
                with function.block(f"if {rule} == {number}:"):
                    named = self.formulas.bits(loose.may_name, function, Scope(seat))
                    some = function.named(codes.both(named.only, every))
                    function.line(f"{suits} = {some} if {some} else {every}")
            for number in range(1, self.words_of_actions):
                function.store(place("LEGAL", number), 0)
            function.store("LEGAL", suits)
            function.line(f"return popcount({suits})")

    # --- a card is played

    def _apply(self) -> None:
        apply = self.function(
            "apply", "code", about="A card is played, a suit named, or something announced."
        )
        seat = apply.named("s[TURN]")
        if self.program.contracts.has_leads:
            with apply.block("if s[NAMING]:"):
                apply.store("NAMING", 0)
                apply.store("LED", "code + 1")
                self._silent(apply)
                contract = self.formulas.contract(apply, Scope(seat))
                strength = self.program.contracts.strength(contract, "s[LED]", "s[BEST_CARD]")
                apply.store("BEST_STRENGTH", strength)
                self._go_on(apply, seat)
        for number in self.announcing.free():
            with apply.block(f"if code == {self.faces + number}:"):
                apply.call(f"announce_{self.number}_{number}", seat)
                apply.call(f"at_once_{self.number}", seat)
                apply.line("return 0")
        card = self.first_copy("code", apply.kept(self.cards("HANDS", seat)), apply)
        card = apply.named(card)
        one = self.one_card(card, apply)
        if self.announcing.is_there:
            self.write(apply, "PLAYING", 0, one)
            apply.call(f"with_card_{self.number}", seat)
        self.put_down(apply, seat, card, one)
        self.best_so_far(apply, seat, card)
        if self.program.contracts.has_leads:
            with apply.block("if s[NAMING]:"):
                self._silent(apply)
                apply.line("return 0")
        self._go_on(apply, seat)

    def put_down(
        self, function: Function, seat: Code, card: Code, one: Bits, first: Code | None = None
    ) -> None:
        """A card lies on the table. `first`: whether it is the first of the trick, where that is known."""
        contract = self.formulas.contract(function, Scope(seat))
        led = self._led(function, seat, contract, card, first)
        if first is None:
            first = function.named("(s[TABLE_COUNT] == 0)")
        self.drop(function, "HANDS", seat, one)
        if "cards" in self._needs:
            self.put(function, "TABLE_CARDS", 0, one)
        function.line("s[TABLE_COUNT] += 1")
        function.line(f"s[TABLE_SEATS] |= {codes.bit(seat)}")
        self._remember(function, seat, card, one, first)
        function.store("LED", led)
        if self.is_lively:
            self.settle(function)
            contract = self.formulas.contract(function, Scope(seat))
            with function.block(f"if {first} and {led} != 0 and s[TRICK_COUNT] == 0:"):
                self._asked_for(function, led, contract, card)
                function.store("LED", led)

    def best_so_far(
        self, function: Function, seat: Code, card: Code, best: tuple[str, str, str] = IN_STATE
    ) -> None:
        """Finds out whether a card on the table is the best. `best`: where strength, seat and card are kept."""
        contract = self.formulas.contract(function, Scope(seat))
        contracts = self.program.contracts
        if function.card_led is None:
            strength = function.named(contracts.strength(contract, "s[LED]", card))
        else:
            strength = function.named(contracts.strength_after(contract, function.card_led, card))
        better = f"({strength} > {best[0]})"
        equal = self.program.ruleset.ranking.equal_last_wins
        if equal is not None:
            inner = Scope(None, {"card": one_of(card, self.program.width)})
            last = self.every(
                function,
                [
                    lambda: f"({strength} == {best[0]} and {strength} > 0)",
                    lambda: self.formulas.truth(equal, function, inner),
                ],
            )
            better = f"({better} | {last})"
        better = str(function.named(better))
        for name, code in zip(best, (strength, seat, card), strict=True):
            function.line(f"{name} = {code} if {better} else {name}")

    def _led(self, function: Function, seat: Code, contract: Code, card: Code, first: Code | None) -> str:
        """Finds the suit led, and remembers who does not follow it."""
        led = function.fresh()
        if first == 1:
            self._asked_for(function, led, contract, card)
            return led
        function.line(f"{led} = s[LED]")
        does_not_follow = f"{self.program.contracts.suit_row(contract, card)} != {led}"
        out = f"s[{place('SHOWN_OUT', seat)}] |= 1 << {led} >> 1"
        asks_out = "shown out" in self.program.words
        if first is None:
            with function.block(f"if {led} == 0:"):
                self._asked_for(function, led, contract, card)
            if asks_out:
                with function.block(f"elif {does_not_follow}:"):
                    function.line(out)
        elif asks_out:
            with function.block(f"if {does_not_follow}:"):
                function.line(out)
        return led

    def _asked_for(self, function: Function, led: str, contract: Code, card: Code) -> None:
        """The suit that a card asks for when it is led."""
        contracts = self.program.contracts
        if not contracts.has_leads:
            function.line(f"{led} = {contracts.suit_row(contract, card)}")
            return
        lead = function.named(contracts.lead(contract, card))
        function.line(f"{led} = {contracts.suit_row(contract, card)} if {lead} == 0 else 0")
        function.store("NAMING", f"1 if {lead} == 2 else 0")

    def _remember(self, function: Function, seat: Code, card: Code, one: Bits, first: Code) -> None:
        """What formulas ask about the play so far."""
        words = self.program.words
        if {"card led"} & words or self.program.contracts.has_leads:
            with function.block(f"if {first}:"):
                function.store("CARD_LED", card)
        if "played" in words:
            self.put(function, "PLAYED", 0, one)
        if "first card played" in words:
            with function.block("if s[FIRST_CARD] < 0:"):
                function.store("FIRST_CARD", card)
        if "player" in words:
            function.store("PLAYED_CARD + s[PLAYED_COUNT]", card)
            function.store("PLAYED_BY + s[PLAYED_COUNT]", seat)
            function.line("s[PLAYED_COUNT] += 1")

    def _go_on(self, function: Function, seat: Code) -> None:
        with function.block(f"if turn_{self.number}(s, k, {self.next_to(seat)}) < 0:"):
            function.call(f"trick_over_{self.number}")
        function.line("return 0")

    # --- the end of a trick

    def trick_over(self, name: str = "trick_over", is_over: str = "is_over") -> None:
        """Writes a function for the end of a trick."""
        over = self.function(name, about="Somebody takes the trick; the next begins, or the play is over.")
        width, count = self.program.width, over.named("s[TRICK_COUNT]")
        winner, needs = over.named("s[BEST_SEAT]"), self._needs
        if "winners" in needs:
            over.store(place("TRICK_WINNER", count), winner)
        over.store("TRICK_COUNT", codes.add(count, 1))
        over.line(f"s[{place('TRICKS_WON', winner)}] += 1")
        if "cards" in needs:
            cards = over.kept(self.cards("TABLE_CARDS"))
            for word, code in enumerate(cards.words):
                over.store(place("TRICK_CARDS", count, width, word), code)
            self.put(over, "TAKEN", winner, cards)
            self.write(over, "TABLE_CARDS", 0, Bits(split(0, width)))
        over.store("TABLE_COUNT", 0)
        over.store("BEST_STRENGTH", -1)
        over.store("TABLE_SEATS", 0)
        if any(one.shown.mode == "if best" for one in self.step.during):
            over.call("show_best_melds")
        if self.is_lively:
            self.settle(over)
        for number in range(len(self.step.after_each)):
            over.call(f"after_{self.number}_{number}")
        led = over.named("s[LED]")
        over.store("LED", 0)
        if self.is_lively:
            self.settle(over)
        with over.block(f"if {is_over}_{self.number}(s, k):"):
            self.done(over)
            over.line("return 0")
        leader: Code = winner
        if self.step.next_leader is not None:
            over.store("LED", led)
            leader = self.first_of(self.step.next_leader, over, Scope(closing=True), winner)
            over.store("LED", 0)
        over.call(f"turn_{self.number}", leader)
        over.line("return 0")

    @property
    def _needs(self) -> frozenset[str]:
        """What is asked about tricks that are over, and about the trick on the table: its cards, who won it."""
        steps = self.program.ruleset.steps
        moves = any(isinstance(step, (TakeStep, MoveStep)) for step in steps[self.number :])
        moves |= any(after.step is not None for after in self.step.after_each)
        found = set()
        if moves or _ABOUT_CARDS & self.program.words:
            found.add("cards")
        if _ABOUT_WINNERS & self.program.words:
            found.add("winners")
        return frozenset(found)

    def _after_tricks(self) -> None:
        """Writes `after_N_M`: what is done after each trick."""
        for number, after in enumerate(self.step.after_each):
            name = f"after_{self.number}_{number}"
            label = f"{self.number}_{number}"
            if isinstance(after.step, TakeStep):
                TakeLowering(self.formulas, after.step, self.number).lower_moving(label, closing=True)
            elif isinstance(after.step, MoveStep):
                MoveLowering(self.formulas, after.step, self.number).lower_moving(label, closing=True)
            function = self.program.function(name, about=f"After each trick: `{after.name}`.")
            if after.step is not None:
                function.call(f"moves_{label}")
            else:
                holds = self.formulas.all_hold(after.conditions, function, Scope(closing=True))
                with function.block(f"if {holds}:"):
                    self.assign(after.sets, function, closing=True)
            function.line("return 0")
