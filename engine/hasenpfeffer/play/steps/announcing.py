"""Announcements: what a seat may say at its turn to play, and what comes of it.

Nobody is asked for one. They are offered beside the cards, so that a seat which says nothing does not tell
whether it could have said something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.play.actions import Action, Announce
from hasenpfeffer.play.events import Event
from hasenpfeffer.play.melds import MeldFinder, best_seats, melded, melding_event, opened, showing_event
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.play.player import StepPlayer
    from hasenpfeffer.play.state import State
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.steps import Announcement

ANY_CARD: Final = -1
"""The set of all cards, whatever the pack."""


class Said(NamedTuple):
    """What has been announced at this turn, and the cards of which one has to be played for it."""

    names: tuple[str, ...] = ()
    tied: int = ANY_CARD


class Offer:
    """One announcement, compiled."""

    def __init__(self, player: StepPlayer, announcement: Announcement, index: int) -> None:
        rules = player.rules
        self.announcement = announcement
        self.name = announcement.name
        self.index = index
        self.who = rules.optional(announcement.who)
        sides = rules.ruleset.sides
        self.settled = (
            rules.optional(sides.decided) if sides is not None and _is_of_a_side(announcement) else None
        )
        """Whether it is settled who belongs together, where that is asked."""
        self.condition = rules.optional(announcement.condition)
        self.playing = rules.optional(announcement.playing)
        self.cards_left = rules.optional(announcement.cards_left)
        self.trick = rules.optional(announcement.trick)
        self.shown = rules.optional(announcement.shown.what)
        self.melds = None if announcement.melding is None else MeldFinder(rules, announcement.melding)

    def hindrance(self, env: Environment, seat: int) -> str:
        """Why a seat may not make it now, as what is to be said of that seat; empty where it may."""
        state = env.state
        if self.settled is not None and not self.settled(env):
            return f"may announce {self.name} only once it is settled who belongs together"
        if self.who is not None and not self.who(env) >> seat & 1:
            return f"is none of those who may announce {self.name}"
        if self.trick is not None and self.trick(env) != len(state.tricks) + 1:
            return f"may announce {self.name} only in trick {self.trick(env)}"
        held = state.hands[seat].bit_count()
        if self.cards_left is not None and held < self.cards_left(env):
            return f"may announce {self.name} only with {self.cards_left(env)} cards in hand or more"
        if self.condition is not None and not self.condition(env):
            return f"may not announce {self.name} as things are"
        if self.melds is not None:
            if (seat, self.index) in state.announced:
                return f"has announced {self.name} already"
            if not self.melds.find(env, state.hands[seat]):
                return f"has nothing in hand for {self.name}"
        return ""

    def cards(self, env: Environment) -> int:
        """The cards with one of which it is made."""
        return ANY_CARD if self.playing is None else self.playing(env)

    def shows(self, env: Environment, seat: int) -> int:
        """The cards of the hand that everybody is shown with it."""
        return env.state.hands[seat] & self.shown(env) if self.shown is not None else 0


def _is_of_a_side(announcement: Announcement) -> bool:
    """Whether it is for the declarers, or for the others."""
    parts = () if announcement.who is None else announcement.who.walk()
    return any(part.op == "lookup" and part.value in ("declarers", "defenders") for part in parts)


class Announcing:
    """The announcements of a step in which tricks are played."""

    def __init__(self, player: StepPlayer, during: Sequence[Announcement]) -> None:
        self._player = player
        offers = [Offer(player, announcement, index) for index, announcement in enumerate(during)]
        self._offers = {offer.name: offer for offer in offers}
        self._free = [offer for offer in offers if not offer.announcement.must]
        musts = [offer for offer in offers if offer.announcement.must]
        self._at_once = [offer for offer in musts if offer.playing is None]
        self._shows_best = any(one.shown.mode == "if best" for one in during)
        self._with_card = [offer for offer in musts if offer.playing is not None]

    def offered(self, state: State, seat: int, said: Said, playable: int) -> tuple[Action, ...]:
        """What a seat may announce, if these are the cards that it may play."""
        open_ones = self._open(self._free, state, seat, said, playable)
        return tuple(Announce(offer.name) for offer in open_ones)

    def hindrance(self, state: State, seat: int, said: Said, playable: int, name: str) -> tuple[Place, str]:
        """The place of an announcement, and why a seat may not make it, as what is to be said of that seat."""
        offer = self._offers[name]
        env = self._player.env(state, seat)
        found = offer.hindrance(env, seat)
        if offer.announcement.must:
            found = f"is not asked about {name}: it is announced without asking"
        elif name in said.names:
            found = f"has announced {name} already"
        elif not found and not playable & said.tied & offer.cards(env):
            found = f"may announce {name} only when playing {self._player.rules.pack.texts(offer.cards(env))}"
        return offer.announcement.place, found

    def announced(
        self, state: State, seat: int, said: Said, name: str, events: list[Event]
    ) -> tuple[State, Said]:
        """The state after an announcement, and what has now been said at this turn."""
        return self._make(self._offers[name], state, seat, said, events)

    def at_once(self, state: State, seat: int, said: Said, events: list[Event]) -> tuple[State, Said]:
        """Makes what a seat has to announce at its turn, whatever it plays."""
        while offer := next(self._open(self._at_once, state, seat, said, ANY_CARD), None):
            state, said = self._make(offer, state, seat, said, events)
        return state, said

    def with_card(self, state: State, seat: int, said: Said, card: int, events: list[Event]) -> State:
        """Makes what a seat has to announce with a card that it plays."""
        while offer := next(self._open(self._with_card, state, seat, said, 1 << card), None):
            state, said = self._make(offer, state, seat, said, events)
        return state

    def after_trick(self, state: State, events: list[Event]) -> State:
        """The side with the best melds shows them, where they are to be shown if they are the best."""
        if self._shows_best and not all(one.is_open for one in state.melds):
            rules = self._player.rules
            best = best_seats(self._player.env(state))
            for seat in members(sum(team for team in rules.seating.teams if team & best)):
                hidden = [one for one in state.melds if one.seat == seat and not one.is_open]
                if hidden:
                    events.append(showing_event(rules, seat, hidden))
                    state = opened(state, seat)
        return state

    def _open(
        self, offers: Sequence[Offer], state: State, seat: int, said: Said, playable: int
    ) -> Iterator[Offer]:
        """Those that have not been made at this turn, and may be."""
        if not offers:
            return
        env = self._player.env(state, seat)
        for offer in offers:
            if offer.name in said.names or offer.hindrance(env, seat):
                continue
            if playable & said.tied & offer.cards(env):
                yield offer

    def _make(
        self, offer: Offer, state: State, seat: int, said: Said, events: list[Event]
    ) -> tuple[State, Said]:
        env = self._player.env(state, seat)
        everybody = self._player.rules.seating.everybody
        if offer.melds is not None:
            is_open = offer.announcement.shown.mode == "yes"
            found = offer.melds.find(env, state.hands[seat])
            seen = everybody if is_open else 1 << seat
            place = offer.announcement.place
            events.append(melding_event(env.rules, seat, found, seen_by=seen, place=place))
            state = melded(state, seat, found, is_open=is_open)
        else:
            shown = offer.shows(env, seat)
            count = shown.bit_count()
            events.append(
                Event("announced", seat, cards=shown, count=count, seen_by=everybody, text=offer.name)
            )
        said = Said((*said.names, offer.name), said.tied & offer.cards(env))
        state = self._player.assign(state, offer.announcement.sets, seat)
        return state._replace(announced=(*state.announced, (seat, offer.index))), said
