"""Who sits down to play what, told before the first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hasenpfeffer.report.english import Noun, listed
from hasenpfeffer.seats import members

if TYPE_CHECKING:
    from hasenpfeffer.play.table import Table

_MANNERS: Final = {"random": "plays at random", "careful": "plays with care", "sampling": "thinks ahead"}


def introduction(table: Table, people: int, bots: str = "random", *, hides_hands: bool = True) -> list[str]:
    """Who plays what, and how to go on. `hides_hands`: people who share the screen look in turn."""
    rules, seating = table.rules, table.rules.seating
    patches = rules.ruleset.patches
    found = [rules.ruleset.title + (f" with {listed(patches)}" if patches else "")]
    seated, others = _names(table, people), _names(table, seating.everybody & ~people)
    if len(seated) == 1:
        team = seating.teams[seating.team_of[people.bit_length() - 1]]
        partners = Noun(listed(_names(table, team & ~people)), plural=team.bit_count() > 2)
        found.append(
            f"you are {seated[0]}" + (f"; {partners.verb('plays')} with you" if partners.text else "")
        )
    elif seated:
        how = "and each looks when asked" if hides_hands else "and see each other's hands"
        found.append(f"people: {listed(seated)}; they share this screen, {how}")
    if others:
        noun = Noun(listed(others), plural=len(others) > 1)
        found.append(noun.verb(_MANNERS[bots]))
    if seated:
        found.append("? says what you may do, quit leaves the game")
    return found


def _names(table: Table, seats: int) -> list[str]:
    return [table.rules.seating.names[seat] for seat in members(seats)]
