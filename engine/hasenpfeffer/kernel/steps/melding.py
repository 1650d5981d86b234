"""Melds lowered: every way to make one is tabled for each contract; which count together is searched for in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.cards import stored
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.meld_ranks import MeldRanks
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import split
from hasenpfeffer.lang.vocabulary import TOLD_BY_CARDS
from hasenpfeffer.play.melds import search_order
from hasenpfeffer.ruleset.unfolding import parts

if TYPE_CHECKING:
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.meld_ranks import Way
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.ruleset.steps import Melding, MeldStep


class Melds:
    """Writes the finders of a program, one for each way in which melds count."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._program = formulas.program

    def finder(self, melding: Melding) -> str:
        """The name of the function that finds what a hand melds: it gives back how many melds."""
        program = self._program
        number = program.rules.meldings.index(melding)
        name = f"find_melds_{number}"
        if name not in program.functions:
            self._put_state()
            self._write(name, number, melding)
        return name

    def make(self, function: Function, melding: Melding, seat: Code, *, is_open: bool) -> None:
        """A seat melds what it holds."""
        self.finder(melding)
        number = self._program.rules.meldings.index(melding)
        function.call(f"find_melds_{number}", seat)
        function.call("melded", seat, int(is_open))

    def _put_state(self) -> None:
        layout, width, seats = self._program.layout, self._program.width, self._program.seats
        if "FOUND" in layout:
            return
        most = self._ranks.most_ways
        # The search goes on without each way once, and makes each as often as there are cards for it.
        levels = most + self._program.cards + 1
        found = len({meld.kind for meld in self._program.ruleset.melds}) * self._program.cards
        layout.put("FOUND", lasts=Lasts.MOMENT)
        layout.put("FOUND_RECORD", found, Lasts.MOMENT)
        layout.put("FOUND_CARDS", found * width, Lasts.MOMENT)
        layout.put("MELD_LOOKS", lasts=Lasts.MOMENT)
        for name in ("MELD_HAND", "MELD_USED", "MELD_OWN", "MELD_BEFORE", "MELD_TWICE"):
            layout.put(name, width, Lasts.MOMENT)
        for name in ("MELD_THERE", "MELD_ALONE", "MELD_LAST"):
            layout.put(name, most, Lasts.MOMENT)
        layout.put("MELD_REACH", (most + 1) * width, Lasts.MOMENT)
        layout.put("MELD_LEFT", (levels + 1) * width, Lasts.MOMENT)
        for name in ("MELD_TOTAL", "MELD_FEW", "MELD_TRIED", "MELD_AT", "MELD_BEST"):
            layout.put(name, levels + 1, Lasts.MOMENT)
        layout.put("MELDERS")
        layout.put("MELD_TURN", seats)
        layout.put("MELD_RANK", seats)
        layout.put("MELD_CARDS", width * seats)

    def _write(self, name: str, number: int, melding: Melding) -> None:
        program = self._program
        per_contract = [_groups(ways, once=melding.once) for ways in self._ranks.ways[number]]
        names = list(dict.fromkeys(kind for groups in per_contract for kind in groups))
        every = [way.candidate for groups in per_contract for group in groups.values() for way in group]
        size = 3 + max((len(one.needs) for one in every), default=1) * (program.width + 1)
        records: list[int] = []
        bounds: list[int] = []
        for groups in per_contract:
            for kind in names:
                bounds.append(len(records) // size)
                for way in groups.get(kind, ()):
                    records += self._record(way, size)
                bounds.append(len(records) // size)
        table = program.tables.put(f"MELDS_{number}", records or [0])
        function = program.function(
            name, "seat", about="Finds the melds of a hand that are worth most together."
        )
        function.store("FOUND", 0)
        hand = stored(program, "HANDS", "seat")
        for word, code in enumerate(hand.words):
            function.store(place("MELD_HAND", word), code)
        for group in range(len(names)):
            at = codes.add(codes.multiply("s[CONTRACT]", 2 * len(names)), 2 * group)
            first = program.tables.look_up(f"MELD_BOUNDS_{number}", bounds, at)
            last = program.tables.look_up(f"MELD_BOUNDS_{number}", bounds, codes.add(at, 1))
            function.call("find_group", table, size, first, last)
        function.line("return s[FOUND]")

    def _record(self, way: Way, size: int) -> list[int]:
        """One way to make a meld: its points, its rank against others, and what it needs."""
        one, width = way.candidate, self._program.width
        record = [way.compared["points"], self._ranks.rank(way.compared), len(one.needs)]
        for copies, count in one.needs:
            record += [*split(copies, width), count]
        return record + [0] * (size - len(record))

    @property
    def _ranks(self) -> MeldRanks:
        program = self._program
        if program.meld_ranks is None:
            self._check()
            program.meld_ranks = MeldRanks(program.rules, program.denominators.of_melds)
        return program.meld_ranks

    def _check(self) -> None:
        """Raises KernelRefusal where melds depend on more than the trump choice."""
        ruleset = self._program.ruleset
        for meld in ruleset.melds:
            said = (meld.points, meld.condition, meld.suits, *meld.cards)
            for part in (node for one in said if one is not None for node in parts(one, ruleset)):
                is_told = part.op == "lookup" and part.value in TOLD_BY_CARDS
                is_set = part.op in ("setting", "counter", "pile", "moved", "bound") and part.value != "trump"
                if is_told or is_set or (part.op == "lookup" and part.value not in _OF_CONTRACT):
                    raise refuse("a meld that depends on more than the trump choice", meld.place)


_OF_CONTRACT = frozenset(
    {"trumps", "any card", "nothing", "suits", "any suit", "suit", "printed suit", "sister", "points"}
)


def _groups(ways: list[Way], *, once: bool) -> dict[str, list[Way]]:
    """Those that share cards, in the order in which they are tried."""
    groups: dict[str, list[Way]] = {}
    for way in ways:
        groups.setdefault("" if once else way.kind, []).append(way)
    for group in groups.values():
        group.sort(key=lambda way: search_order(way.candidate))
    return groups


class MeldLowering(StepLowering):
    """Each seat's combinations are counted, and nobody is asked."""

    step: MeldStep
    asks = False

    def lower(self) -> None:
        melds = Melds(self.formulas)
        one = self.function("melds", "seat", about="A seat melds what it holds.")
        with one.block(f"if {melds.finder(self.step.melding)}(s, k, seat) > 0:"):
            one.call("melded", "seat", int(self.step.shown.mode == "yes"))
            self.assign(self.step.sets, one, "seat")
        one.line("return 0")
        begin = self.function("begin", about="The seats meld in turn.")
        mask = begin.named(self.asked(begin))
        turn, number = begin.fresh(), begin.fresh()
        begin.line(f"{turn} = {self.first(self.step.opens, begin)}")
        with begin.block(f"for {number} in range({self.program.seats}):"):
            with begin.block(f"if {mask} >> {turn} & 1:"):
                begin.call(f"melds_{self.number}", turn)
            begin.line(f"{turn} = {self.program.one_on(turn)}")
        self.done(begin)
        begin.line("return 0")
