"""The machine of a program: deals that go on until somebody has to choose, and whole deals and games at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.chance import FIRST_DEALER
from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.cards import stored
from hasenpfeffer.kernel.formulas.seats import declarers
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.rows import Columns, says_made
from hasenpfeffer.kernel.steps.tricks import TricksLowering
from hasenpfeffer.kernel.values import is_some
from hasenpfeffer.lang import types
from hasenpfeffer.lang.typed import Typed
from hasenpfeffer.play.machine import MOST_CHOICES
from hasenpfeffer.play.state import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.steps.base import StepLowering
    from hasenpfeffer.kernel.writer import Function

STUCK_NO_ACTION, STUCK_TOO_LONG, STUCK_REDEALS = 1, 2, 3
"""Why a deal could not go on, as ERROR says it."""


class MachineLowering:
    """Writes what holds the steps together."""

    def __init__(self, formulas: Formulas, steps: Sequence[StepLowering], columns: Columns) -> None:
        self._formulas = formulas
        self._program = formulas.program
        self._steps = steps
        self._columns = columns

    def lower(self) -> None:
        self._turns()
        self._partners()
        self._fresh()
        self._first_counters()
        self._first_dealer()
        self._score()
        self._run()
        self._legal()
        self._apply()
        self._says()
        self._step_one()
        self._deal_out()
        self._row()

    def _turns(self) -> None:
        """Writes `first_from`, and `holding`: the seats that have cards."""
        first = self._program.function(
            "first_from",
            "seat",
            "mask",
            about="The first seat of a set in turn from this one; the set is not empty.",
        )
        if self._program.rules.seating.clockwise:
            ahead = first.named("(mask >> seat << seat)")
            first.line(f"return lowest({ahead} if {ahead} else mask)")
        else:
            ahead = first.named("(mask & (2 << seat) - 1)")
            first.line(f"return highest({ahead} if {ahead} else mask)")
        holding = self._program.function("holding", about="The seats that have cards in hand.")
        found: Code = 0
        for seat in range(self._program.seats):
            has = is_some(stored(self._program, "HANDS", seat))
            found = codes.either(found, codes.if_else(has, 1 << seat, 0))
        holding.line(f"return {found}")

    def _partners(self) -> None:
        """Writes `partners_of`: who sits out when a seat goes alone, the rest of its side."""
        partners = self._program.function(
            "partners_of", "seat", about="Who sits out when this seat goes alone."
        )
        everybody = (1 << self._program.seats) - 1
        side = partners.named(declarers(self._formulas, partners, Scope()).only)
        has_sides = (
            self._program.ruleset.sides is not None and self._program.ruleset.sides.declarers is not None
        )
        others = f"{everybody} & ~{side}" if has_sides else "0"
        name = partners.fresh()
        partners.line(f"{name} = {side}")
        with partners.block(f"if not {codes.has_bit(side, 'seat')}:"):
            partners.line(f"{name} = {others}")
        with partners.block(f"if {name} == 0:"):
            partners.line(f"{name} = {self._program.team_of('seat')}")
        partners.line(f"return {name} & ~(1 << seat) & ~s[ABSENT]")

    # --- a deal begins and ends

    def _fresh(self) -> None:
        fresh = self._program.function("fresh", about="A state before the first step, with nothing dealt.")
        with fresh.block("for at in range(DEAL_STATE, DEAL_END):"):
            fresh.line("s[at] = 0")
        fresh.store("DECLARER", -1)
        fresh.store("CALL", -1)
        fresh.store("FIRST_CARD", -1)
        fresh.store("BEST_STRENGTH", -1)
        fresh.line("return 0")

    def _first_dealer(self) -> None:
        """Writes `first_dealer`: as the rules say, otherwise drawn from a stream of its own."""
        first = self._program.function(
            "first_dealer", "low", "high", "game", about="Who deals the first deal of a game."
        )
        rule = self._program.ruleset.game_end.first_dealer
        if rule is None:
            first.line(f"return draw(stream_key(low, high, game, 0, {FIRST_DEALER}), 0, SEATS)")
            return
        first.call("settle")
        mask = first.named(self._formulas.bits(rule, first, Scope()).only)
        first.line(f"return {codes.if_else(codes.compare('!=', mask, 0), codes.lowest(mask), 0)}")

    def _first_counters(self) -> None:
        first = self._program.function("first_counters", about="The counters of a new game.")
        if self._program.ruleset.counters:
            first.call("settle")
        for index, counter in enumerate(self._program.ruleset.counters.values()):
            value = self._formulas.number(counter.start, first, Scope())
            code = first.named(value.over(self._program.denominators.counter(counter.name)))
            for at in range(self._program.layout.count(f"COUNTER_{index}")):
                first.store(place(f"COUNTER_{index}", at), code)
        first.line("return 0")

    def _score(self) -> None:
        score = self._program.function(
            "score_deal", about="Scores the deal, and says whether the game is over."
        )
        score.store("MADE", -1)
        score.call("score_lines")
        for account in range(self._program.accounts):
            at = place("SCORES", account)
            most = LARGEST * self._program.denominators.unit
            total = f"s[{at}] + s[{place('THIS_DEAL', account)}]"
            score.store(at, f"max({-most}, min({most}, {total}))")
        score.line("s[DEALS_BY + s[DEALER]] += 1")
        score.store("OVER", 1)
        score.call("end_game")
        if says_made(self._program.ruleset):
            asked = self._formulas.lasting(Typed("term", types.YESNO, value="made"))
            holds = self._formulas.truth(asked, score, Scope(closing=True))
            score.store("MADE", codes.if_else(holds, 1, 0))
        score.line("return 0")

    # --- the three verbs

    def _run(self) -> None:
        """Goes on until somebody has to choose, or the deal is over."""
        run = self._program.function(
            "run", about="Goes on until somebody has to choose, or the deal is over."
        )
        with run.block("while s[OVER] == 0 and s[WAIT] == 0:"):
            run.line("step = s[STEP]")
            for number, step in enumerate(self._steps):
                head = "if" if number == 0 else "elif"
                with run.block(f"{head} step == {step.number}:"):
                    run.call(f"begin_{step.number}")
            with run.block("else:"):
                run.call("score_deal")
        run.line("return 0")

    def _legal(self) -> None:
        legal = self._program.function(
            "legal", about="Writes what the seat to act may do into LEGAL, as bits; gives back how many."
        )
        self._dispatch(legal, "legal")

    def _apply(self) -> None:
        apply = self._program.function("apply", "code", about="Does a legal action, and goes on.")
        asking = [step for step in self._steps if step.asks]
        apply.line("step = s[STEP]")
        for number, step in enumerate(asking):
            with apply.block(f"{'if' if number == 0 else 'elif'} step == {step.number}:"):
                apply.call(f"apply_{step.number}", "code")
        apply.call("run")
        apply.line("return 0")

    def _step_one(self) -> None:
        """Writes `step_one`: an action by its place among the open ones, and what is open then, in one go."""
        about = "Does the action that stands at this place among the open ones; tells how many are open then."
        one = self._program.function("step_one", "chosen", about=about)
        one.line("step = s[STEP]")
        asking = [step for step in self._steps if step.asks]
        for number, step in enumerate(asking):
            with one.block(f"{'if' if number == 0 else 'elif'} step == {step.number}:"):
                self._choose(one, step)
                with one.block(f"if s[WAIT] and s[STEP] == {step.number}:"):
                    one.line(f"return legal_{step.number}(s, k)")
        one.call("run")
        one.line("return open_now(s, k)")

    def _choose(self, function: Function, step: StepLowering) -> None:
        """Does the action at the place `chosen`."""
        if step.words_of_actions == 1:
            function.line("code = nth(s[LEGAL], chosen)")
        else:
            function.line(f"code = nth_action(s, k, chosen, {step.words_of_actions})")
        function.call(f"apply_{step.number}", "code")

    def _says(self) -> None:
        says = self._program.function(
            "says", "code", about="The number or card that the code of a choice means."
        )
        says.line("step = s[STEP]")
        for step in self._steps:
            if f"says_{step.number}" in self._program.functions:
                with says.block(f"if step == {step.number}:"):
                    says.line(f"return says_{step.number}(s, k, code)")
        says.line("return code")

    def _dispatch(self, function: Function, name: str) -> None:
        function.line("step = s[STEP]")
        for step in self._steps:
            if step.asks:
                with function.block(f"if step == {step.number}:"):
                    function.line(f"return {name}_{step.number}(s, k)")
        function.line("return 0")

    def _deal_out(self) -> None:
        """Writes `play_out`: a deal to its end, at random. One loop a step, one after the other, so that few ask which
        step it is: most deals go through them in their order."""
        play = self._program.function("play_out", about="Plays a deal on to its end, at random.")
        with play.block("while s[OVER] == 0:"):
            for step in self._steps:
                with play.block(f"if s[STEP] == {step.number}:"):
                    if step.asks:
                        with play.block("if s[WAIT] == 0:"):
                            play.call(f"begin_{step.number}")
                    else:
                        play.call(f"begin_{step.number}")
                    if step.asks:
                        self._choices(play, step)
            with play.block(f"if s[OVER] == 0 and s[STEP] == {len(self._steps)}:"):
                play.call("score_deal")
            with play.block("if s[ERROR]:"):
                play.line("return 0")
        play.line("return 0")

    def _choices(self, function: Function, step: StepLowering) -> None:
        if isinstance(step, TricksLowering) and step.plays_whole:
            self._whole_tricks(function, step)
        with function.block("while s[WAIT]:"):
            function.line(f"count = legal_{step.number}(s, k)")
            with function.block(f"if count == 0 or s[DECISIONS] >= {MOST_CHOICES}:"):
                function.store("ERROR", f"{STUCK_NO_ACTION} if count == 0 else {STUCK_TOO_LONG}")
                function.line("return 0")
            function.line("chosen = draw(s[PLAYERS_KEY], s[DECISIONS], count)")
            function.line("s[DECISIONS] += 1")
            self._choose(function, step)

    def _whole_tricks(self, function: Function, step: TricksLowering) -> None:
        """Plays tricks for as long as everybody has a card for them."""
        if step.keeps_even:
            with function.block(f"if s[WAIT] and s[TABLE_COUNT] == 0 and is_even_{step.number}(s, k):"):
                with function.block("while s[WAIT]:"):
                    function.call(f"whole_trick_{step.number}")
            return
        everybody = (1 << self._program.seats) - 1
        whole = f"s[TABLE_COUNT] == 0 and holding(s, k) | s[SITTING] == {everybody}"
        with function.block(f"while s[WAIT] and {whole}:"):
            function.call(f"whole_trick_{step.number}")

    def _row(self) -> None:
        """Writes `write_row`: what came of a deal, as one row."""
        row = self._program.function("write_row", "rows", "at", about="Writes the row of a scored deal.")
        columns, accounts = self._columns, range(self._program.accounts)
        singles = {
            "game": "s[GAME]",
            "deal": "s[SHUFFLE]",
            "redeals": "s[REDEALS]",
            "decisions": "s[ROW_DECISIONS]",
            "dealer": "s[DEALER]",
            "declarer": "s[DECLARER]",
            "call": "s[CALL]",
            "made": "s[MADE]",
            "ended": "s[ENDED]",
            "winners": "s[WINNERS]",
        }
        for name, code in singles.items():
            row.line(f"rows[at + {getattr(columns, name)}] = {code}")
        for word in range(columns.line_words):
            row.line(f"rows[at + {columns.lines + word}] = s[{place('LINES', word)}]")
        seating = self._program.rules.seating
        for account in accounts:
            team = [seat for seat in range(seating.count) if seating.teams[account] >> seat & 1]
            tricks = " + ".join(f"s[{place('TRICKS_WON', seat)}]" for seat in team)
            row.line(f"rows[at + {columns.tricks + account}] = {tricks}")
            row.line(f"rows[at + {columns.points + account}] = s[{place('THIS_DEAL', account)}]")
            row.line(f"rows[at + {columns.score + account}] = s[{place('SCORES', account)}]")
        row.line("return 0")
