"""Pins: values that a case states, in the place of what the rules would work out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.lang.typed import Typed
    from hasenpfeffer.play.environment import Environment
    from hasenpfeffer.reading.place import Place

    Formula = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ValuePin:
    """One value, whatever it is asked of."""

    value: Any

    def formula(self, argument: Formula | None) -> Formula:
        value = self.value
        return lambda env: value


@dataclass(frozen=True, slots=True)
class Share:
    """A value for some seats; `who` is worked out each time, since sides may form in the deal."""

    who: Typed
    value: Any
    place: Place

    def seats(self, env: Environment) -> int:
        return int(env.rules.formula(self.who)(env))


@dataclass(frozen=True, slots=True)
class SeatsPin:
    """Values by seat: numbers add up, sets unite, of answers one yes is enough.

    What is given for several seats together is kept by one of them: the declarer, or the first from the
    dealer's left. `whole` is what all seats have together, where the rest goes to those who are not named.
    """

    shares: tuple[Share, ...]
    join: Literal["sum", "unite", "any"]
    whole: int | None = None

    def formula(self, argument: Formula | None) -> Formula:
        def value(env: Environment) -> Any:
            by_seat = self.by_seat(env)
            asked = argument(env) if argument is not None else env.rules.seating.everybody
            found = [by_seat[seat] for seat in members(asked) if seat in by_seat]
            match self.join:
                case "sum":
                    return sum(found)
                case "any":
                    return any(found)
            united = 0
            for one in found:
                united |= one
            return united

        return value

    def by_seat(self, env: Environment) -> dict[int, Any]:
        """What each seat has; seats that nothing is said of are left out."""
        found: dict[int, Any] = {}
        for share in self.shares:
            seats = share.seats(env)
            if seats:
                found[_keeper(env, seats)] = share.value
        others = self.others(env)
        if self.whole is not None and others:
            found[_keeper(env, others)] = max(self.whole - sum(found.values()), 0)
        return found

    def others(self, env: Environment) -> int:
        """The seats that nothing is said of."""
        found = env.rules.seating.everybody & ~env.state.absent
        for share in self.shares:
            found &= ~share.seats(env)
        return found

    @property
    def rest(self) -> int:
        """What is left for others; 0 where it is not known what all have together."""
        return 0 if self.whole is None else max(self.whole - sum(share.value for share in self.shares), 0)


def _keeper(env: Environment, seats: int) -> int:
    """The seat that keeps what is given for these together."""
    state = env.state
    if state.declarer >= 0 and seats >> state.declarer & 1:
        return state.declarer
    return env.rules.seating.turns_after(state.dealer, seats)[0]
