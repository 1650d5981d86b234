"""What a bot would do, and why: one line for a player who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hasenpfeffer.play.actions import Action


class Advice(NamedTuple):
    """An action and the reason for it, in words of the table. It tells nothing that the seat does not know."""

    action: Action
    reason: str


NO_CHOICE = "there is nothing else to do"
