"""All laws together, as they are held against one deal or one ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.properties import laws, likeness

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hasenpfeffer.play.rules import CompiledRules

LAWS: Final[tuple[Callable[[laws.Course], None], ...]] = (
    laws.cards_are_conserved,
    laws.tricks_are_what_was_played,
    laws.events_tell_where_the_cards_are,
    laws.deal_strings_say_the_deal,
    laws.one_seat_acts,
    laws.actions_have_texts,
    laws.legal_actions_work,
    laws.illegal_actions_are_refused,
    laws.the_same_again,
    laws.scores_add_up,
    laws.events_show_no_more_than_views,
    likeness.hidden_cards_make_no_difference,
)


class Judge:
    """Holds the laws against the deals of one ruleset. A deal is renamed in one of the ways that there are."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.renamings = likeness.renamings(rules)

    def deal(self, seed: int, number: int) -> int:
        """Plays a deal and holds every law against it; gives the number of its decisions."""
        deal = laws.course(self.rules, seed, number)
        for law in LAWS:
            law(deal)
        if self.renamings:
            likeness.goes_the_same_way(deal, self.renamings[number % len(self.renamings)])
        return len(deal.choices)

    def deals(self, seed: int, numbers: Iterable[int]) -> int:
        return sum(self.deal(seed, number) for number in numbers)

    def game(self, seed: int, longest: int | None = None) -> int:
        """Plays a game to its end, or to a bound set here; gives the number of its deals."""
        laws.undo_restores(self.rules, seed)
        return laws.games_end(self.rules, seed, longest)
