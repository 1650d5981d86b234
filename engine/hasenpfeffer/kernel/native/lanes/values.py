"""Numbers and truths of lanes, as names in the language of LLVM."""

from __future__ import annotations

from typing import Final, NamedTuple

LANES: Final = 16
"""So many deals are played side by side: as many as whole numbers of 64 bits fit into two vectors of 512."""

DEALS: Final = {"play_deals": ("s", "k", "low", "high", "first", "count", "rows")}
"""The entry that plays single deals, as in `kernel.emitted`."""

PLAYOUTS: Final = {"rollouts": ("s", "k", "low", "first", "count", "other", "out")}
"""The entry that plays a position out many times, as in `kernel.batching`."""

NUMBERS: Final = f"<{LANES} x i64>"
TRUTHS: Final = f"<{LANES} x i1>"
PLACES: Final = f"<{LANES} x ptr>"
BITS: Final = f"i{LANES}"
"""The type of truths side by side, taken as one number."""


class Number(NamedTuple):
    """A number that all lanes share, or one of each lane."""

    name: str
    is_shared: bool

    @property
    def kind(self) -> str:
        return "i64" if self.is_shared else NUMBERS

    @property
    def is_known(self) -> bool:
        """Whether it stands in the text as it is."""
        return self.is_shared and not self.name.startswith("%")


class Truth(NamedTuple):
    """Whether something holds, for all lanes or for each."""

    name: str
    is_shared: bool

    @property
    def kind(self) -> str:
        return "i1" if self.is_shared else TRUTHS


EVERYBODY: Final = "splat (i1 true)"
"""The mask of all lanes."""


def known(number: int) -> Number:
    return Number(str(number), is_shared=True)


def splat(number: int) -> str:
    """A number that is known, in every lane, without its type."""
    return f"splat (i64 {number})" if number else "zeroinitializer"
