"""The position in which a case begins, and the deal as it says that it ended."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from hasenpfeffer import chance
from hasenpfeffer.errors import NotationError
from hasenpfeffer.play import machine
from hasenpfeffer.play.compile import compile_rules
from hasenpfeffer.play.deals import deal_out, stack
from hasenpfeffer.play.environment import Environment
from hasenpfeffer.play.scoring import score_deal
from hasenpfeffer.play.steps.deal import DealPlayer
from hasenpfeffer.ruleset.steps import DealStep
from hasenpfeffer.ruleset.tricks import draws_cards
from hasenpfeffer.seats import members
from hasenpfeffer.study.cases.counting import card_listed_before
from hasenpfeffer.study.cases.known import Known, accounts_of
from hasenpfeffer.study.cases.pins import SeatsPin, ValuePin
from hasenpfeffer.study.cases.reading import problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.rules import CompiledRules
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.study.cases.given import Given

    Cards = Mapping[int, tuple[list[int], Place]]

TRICKS: Final = "tricks"
SHUFFLES: Final = 200
"""How many ways to deal the cards out of sight are tried, until no unlisted hand could be thrown in."""


class SetUp:
    """Sets a case up. `rules` play it; `scoring_rules` also know how the deal is said to have gone."""

    def __init__(self, plain: CompiledRules, given: Given, has_script: bool) -> None:
        self.given = given
        self.rules = plain
        leader = {} if given.leader is None else {"leader": ValuePin(_seats(plain, given.leader))}
        if given.pins or leader:
            self.rules = compile_rules(plain.ruleset, {**given.pins, **leader})
        self.known = Known(self.rules, given)
        self.has_script = has_script
        if TRICKS in given.results:
            given.results[TRICKS] = replace(given.results[TRICKS], whole=self._tricks_in_all())

    @cached_property
    def scoring_rules(self) -> CompiledRules:
        if not self.given.results:
            return self.rules
        return compile_rules(self.rules.ruleset, {**self.rules.pins, **self.given.results})

    def scored(self, state: State) -> State:
        """The deal as scored by what is given, from a state anywhere in it."""
        self.check_results(state)
        ended = state._replace(work=None, step=len(self.rules.steps))
        return score_deal(self.scoring_rules, ended, [])

    def begin(self) -> State:
        """The position in which the first seat of the script acts; one to be scored where there is no script."""
        given = self.given
        if given.at is None and not self.has_script:
            return self.known.put(self._played(), len(self.rules.steps))
        first = given.at or 0
        if first == 0:
            dealt = self._dealt()
            if dealt is not None:
                return dealt
            first = self._after_deal()
        state = self.known.put(self._with_cards(), first)
        return machine.run(self.rules, state._replace(step=first)).state

    # --- where

    def _after_deal(self) -> int:
        """The first step that is no deal."""
        for index, step in enumerate(self.rules.ruleset.steps):
            if not isinstance(step, DealStep):
                return index
        return 0

    def _dealer(self) -> int:
        """Whoever deals: unless it is said, so that the first seat is the eldest."""
        if self.given.dealer is not None:
            return self.given.dealer
        return self.rules.seating.order[0][-1]

    def _fresh(self) -> State:
        """The position before the deal, the pack in order."""
        return machine.standing(self.rules, self._dealer(), deal_number=self.given.deal_number)

    # --- cards

    def _tricks_in_all(self) -> int:
        """How many tricks the deal has from which the case tells some: those of the cards that are dealt."""
        rules = self.rules
        if draws_cards(rules.ruleset):
            return rules.ruleset.names.sizes.hand
        state = self.known.put(self._fresh(), 0)
        for player in rules.steps:
            if isinstance(player, DealPlayer):
                state = player.deal_cards(state, [])
        return max(hand.bit_count() for hand in state.hands)

    def _played(self) -> State:
        """A deal that is over, with what is known of its cards."""
        hands, piles = self._listed()
        state = self._fresh()
        held = tuple(hands.get(seat, 0) for seat in range(self.rules.seating.count))
        lying = tuple(piles.get(index, 0) for index in range(len(state.piles)))
        owned = held if hands else ()
        absent = deal_out(self.rules, self.known.put(state, 0)).absent
        return state._replace(
            dealt=held, owned=owned, piles=lying, piles_dealt=lying, sitting=absent, absent=absent
        )

    def _dealt(self) -> State | None:
        """The position after a real deal of the listed cards; None where other numbers of cards are listed."""
        given, rules = self.given, self.rules
        before = self.known.put(self._fresh(), 0)
        places = deal_out(rules, before)
        listed = [(places.hands[seat], faces) for seat, (faces, _) in given.hands.items()]
        listed += [(places.piles[index], faces) for index, (faces, _) in given.piles.items()]
        if any(slots.bit_count() != len(faces) for slots, faces in listed):
            return None
        hands, piles = self._listed()
        state = None
        for number in range(1, SHUFFLES):
            try:
                pack = stack(rules, before, hands, piles, chance.shuffled(rules.pack.size, 0, 0, number))
            except NotationError:
                return None
            state = machine.run(rules, before._replace(pack=pack)).state
            if not self._is_disturbed(state, hands):
                break
        return state

    def _is_disturbed(self, state: State, hands: Mapping[int, int]) -> bool:
        """Whether the deal ended, or somebody may end it, for a hand that the case does not list."""
        if state.over:
            return len(hands) < self.rules.seating.count
        step = self.rules.ruleset.steps[state.step]
        return isinstance(step, DealStep) and machine.hand_to_play(self.rules, state) not in hands

    def _listed(self) -> tuple[dict[int, int], dict[int, int]]:
        """The listed hands and piles as sets. CaseError for a card more often than the pack has it."""
        pack = self.rules.pack
        where: dict[int, list[Place]] = {}
        free = pack.everything

        def take(faces: list[int], place: Place) -> int:
            nonlocal free
            taken = 0
            for face in faces:
                left = pack.face_sets[face] & free
                if not left:
                    times = pack.face_sets[face].bit_count()
                    raise card_listed_before(pack.faces[face].name, times, where[face][0], place)
                taken |= left & -left
                free &= ~(left & -left)
                where.setdefault(face, []).append(place)
            return taken

        hands = {seat: take(faces, place) for seat, (faces, place) in self.given.hands.items()}
        piles = {index: take(faces, place) for index, (faces, place) in self.given.piles.items()}
        return hands, piles

    def _with_cards(self) -> State:
        """Cards where a case in the middle of a deal has them: listed ones, and others out of sight."""
        rules = self.rules
        pack = rules.pack
        hands, piles = self._listed()
        before = self.known.put(self._fresh(), 0)
        usual = deal_out(rules, before)
        for seat in members(usual.absent):
            if hands.get(seat):
                name = rules.seating.names[seat]
                raise problem(
                    self.given.hands[seat][1], f"{name} takes no part in this deal and gets no cards"
                )
        used = 0
        for cards in (*hands.values(), *piles.values()):
            used |= cards
        rest = [card for card in chance.shuffled(pack.size, 0, 0, 1) if not used >> card & 1]

        def deal(count: int) -> int:
            cards = sum(1 << card for card in rest[:count])
            del rest[:count]
            return cards

        longest = max((cards.bit_count() for cards in hands.values()), default=0)
        for seat in rules.seating.turns_after(before.dealer, rules.seating.everybody & ~usual.absent):
            if seat not in hands:
                hands[seat] = deal(longest or usual.hands[seat].bit_count())
        for index, cards in enumerate(usual.piles):
            if index not in piles:
                piles[index] = deal(cards.bit_count())
        held = tuple(hands.get(seat, 0) for seat in range(rules.seating.count))
        lying = tuple(piles[index] for index in range(len(usual.piles)))
        out = [card for cards in (*held, *lying) for card in pack.members(cards)]
        order = (*out, *(card for card in range(pack.size) if card not in set(out)))
        return self._fresh()._replace(
            pack=order,
            hands=held,
            dealt=held,
            piles=lying,
            piles_dealt=lying,
            dealt_from=len(out),
            sitting=usual.absent,
            absent=usual.absent,
        )

    # --- what is said of the end

    def check_results(self, state: State) -> None:
        """CaseError where something is given for a side that nobody belongs to, or too little is said."""
        env = Environment(self.rules, state, closing=True)
        for name, pin in {**self.given.pins, **self.given.results}.items():
            if not isinstance(pin, SeatsPin):
                continue
            told = 0 if pin.whole is None else sum(share.value for share in pin.shares)
            if pin.whole is not None and told > pin.whole:
                raise problem(pin.shares[0].place, f"these are {told} tricks, and this deal has {pin.whole}")
            for share in pin.shares:
                if not share.seats(env):
                    raise problem(share.place, f"`{name}` is given for nobody: there is no such side yet")
            others = pin.others(env)
            if self.rules.seating.fixed_partners and pin.rest and len(accounts_of(self.rules, others)) > 1:
                names = " and ".join(self.rules.seating.names[seat] for seat in members(others))
                raise problem(pin.shares[0].place, f"say how many of the other {pin.rest} {names} have")


def _seats(rules: CompiledRules, typed: Typed) -> int:
    state = machine.fresh(rules, 0, tuple(range(rules.pack.size)))
    found: int = rules.formula(typed)(rules.environment(state))
    return found
