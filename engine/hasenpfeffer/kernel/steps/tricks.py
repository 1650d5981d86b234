"""`tricks` lowered: whose turn it is, what that seat may play, until the hands are empty or the step says stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.codes import WORD
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope, refuse
from hasenpfeffer.kernel.reach import may_be_played
from hasenpfeffer.kernel.steps.announcing import AnnouncingLowering
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.steps.card_play import CardPlay
from hasenpfeffer.kernel.steps.legal_cards import LegalCards
from hasenpfeffer.kernel.steps.melding import Melds
from hasenpfeffer.kernel.steps.trick_end import TrickEnd
from hasenpfeffer.kernel.steps.whole_trick import WholeTrick
from hasenpfeffer.kernel.values import Truth, is_some, meet, union
from hasenpfeffer.ruleset.steps import MoveStep, TakeStep, TricksStep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import Step


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
        self.play = CardPlay(self)
        self.end = TrickEnd(self)

    def lower(self) -> None:
        self._check_that_cards_stay_played()
        self.actions = max(self.faces + len(self.step.during), self.program.contracts.suits)
        self.announcing.lower()
        self.end.is_over()
        self._turn()
        self.end.after_tricks()
        self.end.trick_over()
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
        self.play.put_down(apply, seat, card, one)
        self.play.best_so_far(apply, seat, card)
        if self.program.contracts.has_leads:
            with apply.block("if s[NAMING]:"):
                self._silent(apply)
                apply.line("return 0")
        self._go_on(apply, seat)

    def _go_on(self, function: Function, seat: Code) -> None:
        with function.block(f"if turn_{self.number}(s, k, {self.next_to(seat)}) < 0:"):
            function.call(f"trick_over_{self.number}")
        function.line("return 0")

    @property
    def needs(self) -> frozenset[str]:
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
