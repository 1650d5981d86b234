"""The end of a game lowered: whether anybody has won after a deal, and who deals next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.layout import place
from hasenpfeffer.kernel.program import Scope
from hasenpfeffer.kernel.values import Bits

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.lang.typed import Typed

WON, STOPPED = 1, 2
"""How a game has ended: it is won, or it was stopped at its bound."""
_SCOPE = Scope(closing=True)


class EndingLowering:
    """Writes `end_game(s, k)`, which fills WINNERS and ENDED, and `next_dealer(s, k)`."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._program = formulas.program
        self._game = self._program.ruleset.game_end
        self._everybody = (1 << self._program.accounts) - 1

    def lower(self) -> None:
        self._next_dealer()
        if self._game.wins is not None:
            self._accounts_for("winning", self._game.wins)
            self._first_out()
        if self._game.loses is not None:
            self._accounts_for("losing", self._game.loses)
        self._best()
        self._over()
        self._winners()
        end = self._program.function(
            "end_game", about="Whether the game is over after this deal, and who has won."
        )
        end.store("WINNERS", "winners(s, k)")
        with end.block("if s[WINNERS]:"):
            end.store("ENDED", WON)
        with end.block(f"elif s[DEAL_NUMBER] >= {self._game.longest}:"):
            end.store("ENDED", STOPPED)
        end.line("return 0")

    def _next_dealer(self) -> None:
        following = self._program.function("next_dealer", about="Who deals the next deal.")
        with following.block("if s[THROWN_IN]:"):
            self._dealer(following, self._game.after_redeal)
        self._dealer(following, self._game.next_dealer)

    def _dealer(self, function: Function, rule: Typed) -> None:
        named = self._formulas.bits(rule, function, _SCOPE)
        if named.index is not None:
            function.line(f"return {named.index}")
            return
        mask = function.named(named.only)
        function.line(f"return first_after(s, k, s[DEALER], {mask}) if {mask} else s[DEALER]")

    def _accounts_for(self, name: str, condition: Typed) -> None:
        """Writes a function that gives the accounts for which a condition holds."""
        function = self._program.function(name, about="The accounts of which the rules say so.")
        found = function.fresh()
        function.line(f"{found} = 0")
        for account, team in enumerate(self._program.rules.seating.teams):
            one = team.bit_length() - 1 if not team & (team - 1) else None
            seats = Bits((team,), one)
            scope = Scope(bound={"seat": seats, "team": seats}, closing=True)
            holds = self._formulas.truth(condition, function, scope)
            with function.block(f"if {holds}:"):
                function.line(f"{found} |= {1 << account}")
        function.line(f"return {found}")

    def _winners(self) -> None:
        winners = self._program.function("winners", about="The accounts that have won; 0: the game goes on.")
        if self._game.wins is not None:
            found = winners.named("winning(s, k)")
            with winners.block(f"if {found}:"):
                winners.line(f"return first_out(s, k, {found})")
        if self._game.loses is not None:
            lost = winners.named("losing(s, k)")
            with winners.block(f"if {lost}:"):
                rest = f"{self._everybody} & ~{lost} if {lost} != {self._everybody} else {self._everybody}"
                winners.line(f"return best(s, k, {rest})")
        with winners.block("if game_is_over(s, k):"):
            winners.line(f"return best(s, k, {self._everybody})")
        winners.line("return 0")

    def _over(self) -> None:
        over = self._program.function("game_is_over", about="Whether the game is over, whoever has won.")
        if self._game.over is not None:
            with over.block(f"if {self._formulas.truth(self._game.over, over, _SCOPE)}:"):
                over.line("return 1")
        if self._game.over_deals is not None:
            wanted = self._formulas.number(self._game.over_deals, over, _SCOPE)
            dealt = codes.multiply("s[DEAL_NUMBER]", wanted.denominator)
            with over.block(f"if {dealt} >= {wanted.code}:"):
                over.line("return 1")
        if self._game.over_everyone_dealt:
            every = " and ".join(f"s[{place('DEALS_BY', seat)}]" for seat in range(self._program.seats))
            with over.block(f"if {every}:"):
                over.line("return 1")
        over.line("return 0")

    def _first_out(self) -> None:
        """Of several that get there in the same deal, the first by the order the rules state; else as ties say."""
        first = self._program.function("first_out", "those", about="Who of several counts first.")
        with first.block("if popcount(those) == 1:"):
            first.line("return those")
        for one in self._game.first_out:
            if one.who is not None:
                named = self._accounts_of(first, self._formulas.bits(one.who, first, _SCOPE))
                self._decide(first, codes.both(named, "those"))
            elif one.order_of_scoring:
                self._by_lines()
                self._decide(first, "first_by_lines(s, k, those)")
            else:
                self._decide(first, "leaders(s, k, those, 1)")
        if self._game.ties == "share":
            first.line("return those")
            return
        self._decide(first, "leaders(s, k, those, 1)")
        first.line("return 0")

    def _decide(self, function: Function, accounts: Code) -> None:
        """Gives these back if they are just one."""
        found = function.named(accounts)
        with function.block(f"if popcount({found}) == 1:"):
            function.line(f"return {found}")

    def _by_lines(self) -> None:
        """Writes a function that says who got there first while the lines were paid, one after the other."""
        if "first_by_lines" in self._program.functions:
            return
        accounts, lines = self._program.accounts, len(self._program.ruleset.scoring)
        by_lines = self._program.function(
            "first_by_lines", "those", about="Who got there first while the lines were paid."
        )
        for account in range(accounts):
            total = by_lines.named(f"s[{place('SCORES', account)}]")
            by_lines.store(place("PAYMENTS", account), total)
            by_lines.store(place("SCORES", account), f"{total} - s[{place('THIS_DEAL', account)}]")
        found = by_lines.fresh()
        by_lines.line(f"{found} = 0")
        for number in range(lines):
            word, bit = divmod(number, codes.WORD)
            with by_lines.block(f"if {found} == 0 and s[{place('LINES', word)}] >> {bit} & 1:"):
                for account in range(accounts):
                    at = place("LINE_POINTS", number * accounts + account)
                    by_lines.line(f"s[{place('SCORES', account)}] += s[{at}]")
                by_lines.line(f"{found} = winning(s, k) & those")
        for account in range(accounts):
            by_lines.store(place("SCORES", account), f"s[{place('PAYMENTS', account)}]")
        by_lines.line(f"return {found} if {found} else those")

    def _best(self) -> None:
        """The best of these accounts; several that tie share the game, or it is played on."""
        best = self._program.function("best", "those", about="The best of these accounts.")
        if self._game.best_teams is not None:
            named = self._formulas.bits(self._game.best_teams, best, _SCOPE)
            found: Code = codes.both(self._accounts_of(best, named), "those")
        else:
            sign = -1 if self._game.best == "lowest score" else 1
            found = f"leaders(s, k, those, {sign})"
        found = best.named(found)
        if self._game.ties == "play on":
            with best.block(f"if popcount({found}) > 1:"):
                best.line("return 0")
        best.line(f"return {found}")

    def _accounts_of(self, function: Function, seats: Bits) -> Code:
        """The accounts of these seats, as a set."""
        mask = function.named(seats.only)
        found: Code = 0
        for account, team in enumerate(self._program.rules.seating.teams):
            found = codes.either(found, codes.if_else(codes.both(mask, team), 1 << account, 0))
        return function.named(found)
