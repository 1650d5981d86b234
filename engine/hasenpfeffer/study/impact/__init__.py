"""What another rule changes at the table: the same deals or games, played by both rulesets."""

from hasenpfeffer.study.impact.outcome import END_WORDS, End, Outcome
from hasenpfeffer.study.impact.pairs import Pair, Plan, Side, Unlike, pairs, seed_of, unlike
from hasenpfeffer.study.impact.tally import Figures, Impact, impact_of
from hasenpfeffer.study.impact.walk import KINDS, OtherChoices, Parting

__all__ = [
    "END_WORDS",
    "KINDS",
    "End",
    "Figures",
    "Impact",
    "OtherChoices",
    "Outcome",
    "Pair",
    "Parting",
    "Plan",
    "Side",
    "Unlike",
    "impact_of",
    "pairs",
    "seed_of",
    "unlike",
]
