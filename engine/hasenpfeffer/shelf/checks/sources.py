"""Words of the language that never say anything in a game, because the rules lack what they are taken from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hasenpfeffer.lang.types import Kind
from hasenpfeffer.reading.diagnostic import Related
from hasenpfeffer.ruleset.steps import AuctionStep, MeldStep, TricksStep
from hasenpfeffer.shelf.checks.formulas import formulas
from hasenpfeffer.shelf.checks.written import inside

if TYPE_CHECKING:
    from collections.abc import Callable

    from hasenpfeffer.reading.diagnostic import Findings
    from hasenpfeffer.reading.place import Place
    from hasenpfeffer.ruleset.model import Ruleset

_MOST_SHOWN: Final = 3
"""Other places at which the same word stands."""


class _Source(NamedTuple):
    """What a word is taken from: whether the rules have it, what is so without it, why, and what to do."""

    is_there: Callable[[Ruleset], bool]
    then: str
    why: str
    help: str


def check_sources(ruleset: Ruleset, findings: Findings) -> bool:
    """L901: a word that is the same in every deal, since nothing in the rules feeds it. Each is told once.

    Gives whether there is none: what follows for scores is not worth telling too.
    """
    if not ruleset.playable:
        return True
    told = [finding.place for finding in findings.items]
    unfed = _unfed(ruleset)
    for word, places in unfed.items():
        source = _SOURCES[word]
        if any(inside(place, one) for place in places for one in told):
            continue
        place, *others = places
        findings.warning(
            "L901",
            f"`{word[0] if word[1] is None else f'{word[0]} of …'}` is always {source.then} here: {source.why}",
            place,
            related=[Related("here too", other) for other in others[:_MOST_SHOWN]],
            path=places[place].removesuffix(".body"),
            help=source.help,
        )
    return not unfed


def _unfed(ruleset: Ruleset) -> dict[tuple[str, Kind | None], dict[Place, str]]:
    """The words that formulas read and nothing feeds, with the places and the paths of those formulas."""
    found: dict[tuple[str, Kind | None], dict[Place, str]] = {}
    for path, formula in formulas(ruleset):
        for part in formula.walk():
            if part.op != "lookup" or part.place is None or path.startswith("promises"):
                continue
            word = (str(part.value), _kind(part.args[0].type.kind) if part.args else None)
            if word in _SOURCES and not _SOURCES[word].is_there(ruleset):
                found.setdefault(word, {}).setdefault(part.place, path)
    return found


def _kind(asked: Kind) -> Kind:
    """Whose or what's a word is: teams are seats, and so are chains cards."""
    return {Kind.TEAMS: Kind.SEATS, Kind.CHAIN: Kind.CARDS}.get(asked, asked)


def _cards_count(ruleset: Ruleset) -> bool:
    return bool(ruleset.values.cards)


def _anything_counts(ruleset: Ruleset) -> bool:
    values = ruleset.values
    return bool(values.cards) or values.each_trick is not None or values.last_trick is not None


def _melds(ruleset: Ruleset) -> bool:
    """Whether melds are counted in a step, or announced."""
    return any(
        isinstance(step, MeldStep)
        or (isinstance(step, TricksStep) and any(offer.melding is not None for offer in step.during))
        for step in ruleset.steps
    )


def _auction(ruleset: Ruleset) -> bool:
    return any(isinstance(step, AuctionStep) for step in ruleset.steps)


def _sides(ruleset: Ruleset) -> bool:
    return _auction(ruleset) or (ruleset.sides is not None and ruleset.sides.declarers is not None)


def _duels(ruleset: Ruleset) -> bool:
    return any(isinstance(step, AuctionStep) and step.ends.how == "duels" for step in ruleset.steps)


def _trump(ruleset: Ruleset) -> bool:
    return ruleset.ranking.trump is not None


_NO_VALUES: Final = "no card has a value"
_WRITE_VALUES: Final = "Write under `values` what cards are worth, or count something else, such as `tricks`"
_NO_MELDS: Final = "no step counts melds, and none are announced"
_WRITE_MELDS: Final = "Write them under `melds` and add a step with `do: meld`, or count something else"
_NO_SIDES: Final = "there is no auction, and no `sides` that would make anybody declarer"
_SAY_WHO: Final = "Say who is meant in another way, such as `left of dealer`"

_SOURCES: Final[dict[tuple[str, Kind | None], _Source]] = {
    ("points", Kind.SEATS): _Source(_anything_counts, "0", _NO_VALUES, _WRITE_VALUES),
    ("points", Kind.CARDS): _Source(_cards_count, "0", _NO_VALUES, _WRITE_VALUES),
    ("meld", Kind.SEATS): _Source(_melds, "0", _NO_MELDS, _WRITE_MELDS),
    ("cards melded", None): _Source(_melds, "no card", _NO_MELDS, _WRITE_MELDS),
    ("best melder", None): _Source(_melds, "nobody", _NO_MELDS, _WRITE_MELDS),
    ("declarer", None): _Source(_auction, "nobody", "there is no auction", _SAY_WHO),
    ("declarers", None): _Source(_sides, "nobody", _NO_SIDES, _SAY_WHO),
    ("defenders", None): _Source(_sides, "nobody", _NO_SIDES, _SAY_WHO),
    ("partner", None): _Source(_sides, "nobody", _NO_SIDES, _SAY_WHO),
    ("survivor", None): _Source(
        _duels, "nobody", "no auction goes by duels", "Say who is meant in another way, such as `declarer`"
    ),
    ("call", None): _Source(_auction, "none", "there is no auction", "Ask for something else"),
    ("trumps", None): _Source(
        _trump, "no card", "`ranking` has no `trump` line", "Write which cards are trumps"
    ),
    ("tops", Kind.CARDS): _Source(
        _trump, "0", "`ranking` has no `trump` line", "Write which cards are trumps"
    ),
}
"""By the word and by what it is asked of. Words that are not there are always fed: by seats, cards and tricks."""
