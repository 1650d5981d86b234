"""Parameters that are set from outside: which there are, and what their names stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hasenpfeffer.cards import fold
from hasenpfeffer.reading.suggest import asked, nearest
from hasenpfeffer.reading.tree import Group
from hasenpfeffer.shelf.build.builder import group_of
from hasenpfeffer.shelf.build.namespace import entries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hasenpfeffer.reading.diagnostic import Findings


def check_options(root: Group, options: Mapping[str, str], findings: Findings) -> dict[str, str]:
    """The options under the names of the file (`lowest-bid` → `lowest bid`). Finding S224: no such parameter."""
    known = [entry.key.text for entry in entries(root.get("parameters"))]
    players = group_of(root.get("players"))
    if players is not None and isinstance(players.get("seats"), Group):
        known.append("seats")
    by_fold = {fold(name): name for name in known}
    found: dict[str, str] = {}
    for given, value in options.items():
        name = by_fold.get(fold(given))
        if name is None:
            guess = nearest(given.replace("-", " "), known)
            hint = asked(guess)
            findings.error(
                "S224",
                f"There is no parameter `{given}`{hint}",
                root.place,
                help=f"Parameters: {', '.join(known)}" if known else "This ruleset has no parameters.",
            )
        else:
            found[name] = value
    return found
