"""Melds lowered: every way to make one is tabled for each contract; which count together is searched for in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.kernel import codes
from hasenpfeffer.kernel.formulas.cards import stored
from hasenpfeffer.kernel.layout import Lasts, place
from hasenpfeffer.kernel.meld_search import TURNS
from hasenpfeffer.kernel.program import refuse
from hasenpfeffer.kernel.scan import reachable
from hasenpfeffer.kernel.steps.base import StepLowering
from hasenpfeffer.kernel.values import split
from hasenpfeffer.lang.vocabulary import TOLD_BY_CARDS
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.melds import MeldFinder

if TYPE_CHECKING:
    from hasenpfeffer.cards import Pack
    from hasenpfeffer.kernel.codes import Code
    from hasenpfeffer.kernel.formulas.lowering import Formulas
    from hasenpfeffer.kernel.writer import Function
    from hasenpfeffer.play.melds import Candidate
    from hasenpfeffer.ruleset.steps import Melding, MeldStep

    Ways = dict[str, list[Candidate]]
    """By kind, the ways to make melds, in the order in which they are tried."""

_MOST_POINTS = 1 << 20
"""Of one meld, in the parts in which they are counted: so much has room before what else melds are compared by."""


class Melds:
    """Writes the finders of a program, one for each way in which melds count."""

    def __init__(self, formulas: Formulas) -> None:
        self._formulas = formulas
        self._program = formulas.program
        self._known: dict[int, list[Ways]] = {}

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
        groups = [
            group
            for melding in self._program.rules.meldings
            for per_contract in self._per_contract(melding)
            for group in per_contract.values()
        ]
        # The search goes on without each way once, and makes each as often as there are cards for it.
        levels = max(map(len, groups), default=0) + self._program.cards + 1
        kinds = len({meld.kind for meld in self._program.ruleset.melds})
        layout.put("FOUND", lasts=Lasts.MOMENT)
        layout.put("FOUND_RECORD", kinds * self._program.cards, Lasts.MOMENT)
        layout.put("FOUND_CARDS", kinds * self._program.cards * width, Lasts.MOMENT)
        for name in ("MELD_HAND", "MELD_USED"):
            layout.put(name, width, Lasts.MOMENT)
        layout.put("MELD_LEFT", (levels + 1) * width, Lasts.MOMENT)
        for name in (
            "MELD_THERE",
            "MELD_REST",
            "MELD_TOTAL",
            "MELD_FEW",
            "MELD_TRIED",
            "MELD_AT",
            "MELD_BEST",
        ):
            layout.put(name, levels + 1, Lasts.MOMENT)
        layout.put("MELD_COUNT")
        layout.put("MELD_FIRST", seats)
        layout.put("MELD_KEY", seats)
        layout.put("MELD_CARDS", width * seats)

    def _write(self, name: str, number: int, melding: Melding) -> None:
        """One record a way to make a meld: its points, its rank against others, what it needs."""
        program, width = self._program, self._program.width
        per_contract = self._per_contract(melding)
        names = list(dict.fromkeys(kind for groups in per_contract for kind in groups))
        needs = max(
            (len(one.needs) for groups in per_contract for g in groups.values() for one in g), default=1
        )
        size = 3 + needs * (width + 1)
        records: list[int] = []
        bounds: list[int] = []
        for contract, groups in enumerate(per_contract):
            for kind in names:
                bounds.append(len(records) // size)
                for one in groups.get(kind, ()):
                    records += self._record(one, contract, size)
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

    def _per_contract(self, melding: Melding) -> list[Ways]:
        """The ways to make melds, for each contract."""
        number = self._program.rules.meldings.index(melding)
        if number not in self._known:
            self._check(melding)
            contracts = range(len(self._program.contracts.all))
            self._known[number] = [self._groups(melding, 1 << index >> 1) for index in contracts]
        return self._known[number]

    def _groups(self, melding: Melding, trump: int) -> Ways:
        """The ways to make melds under a trump choice."""
        rules = self._program.rules
        env = Environment(rules, None).with_trump(trump)  # type: ignore[arg-type]
        groups: Ways = {}
        finder = MeldFinder(rules, melding)
        for maker in finder.makers:
            there = [one for one in maker.candidates(env) if one.points > 0]
            groups.setdefault("" if melding.once else maker.meld.kind, []).extend(there)
        for group in groups.values():
            group.sort(key=lambda one: (one.needs[0][0], -len(one.needs), one.meld))
        return groups

    def _record(self, one: Candidate, contract: int, size: int) -> list[int]:
        width, unit = self._program.width, self._program.denominators.of_melds
        record = [int(one.points * unit), self._key(one, contract), len(one.needs)]
        for copies, count in one.needs:
            record += [*split(copies, width), count]
        return record + [0] * (size - len(record))

    def _key(self, one: Candidate, contract: int) -> int:
        """How good a meld is, as one number: the words by which melds are compared, the first counting most."""
        rules = self._program.rules
        pack, melds = rules.pack, rules.ruleset.melds
        cards = [(copies & -copies).bit_length() - 1 for copies, _ in one.needs]
        key = 0
        for word in rules.better:
            key *= TURNS
            match word:
                case "points":
                    points = int(one.points * self._program.denominators.of_melds)
                    if points >= (TURNS if word != rules.better[0] else _MOST_POINTS):
                        raise refuse(
                            "melds of so many points that are compared by more", melds[one.meld].place
                        )
                    key += points
                case "length":
                    key += sum(count for _, count in one.needs)
                case "highest card":
                    key += 1 + max(_height(pack, melds[one.meld].ranks, card) for card in cards)
                case "trump":
                    trumps = self._program.contracts.all[contract].trumps
                    key += int(all(trumps >> card & 1 for card in cards))
                case _:  # `turn`: worked out in play
                    key += 0
        return key

    def _check(self, melding: Melding) -> None:
        """Raises KernelRefusal where melds depend on more than the trump choice."""
        ruleset = self._program.ruleset
        if len(self._program.rules.better) > 5:
            raise refuse("melds compared by more than five words")
        for meld in ruleset.melds:
            parts = (meld.points, meld.condition, meld.suits, *meld.cards)
            for part in (node for one in parts if one is not None for node in reachable(ruleset, one)):
                is_told = part.op == "lookup" and part.value in TOLD_BY_CARDS
                is_set = part.op in ("setting", "counter", "pile", "moved", "bound") and part.value != "trump"
                if is_told or is_set or (part.op == "lookup" and part.value not in _OF_CONTRACT):
                    raise refuse("a meld that depends on more than the trump choice", meld.place)


_OF_CONTRACT = frozenset(
    {"trumps", "any card", "nothing", "suits", "any suit", "suit", "printed suit", "sister", "points"}
)


def _height(pack: Pack, ranks: tuple[int, ...], card: int) -> int:
    """How high a card stands in a meld: by the order of its ranks where there are several."""
    rank = pack.faces[pack.cards[card]].rank
    if rank is None:
        return -1
    return ranks.index(rank) if len(ranks) > 1 and rank in ranks else int(rank)


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
