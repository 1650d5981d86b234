"""What another rule changes at the table, as tables for people and as data for programs."""

from hasenpfeffer.report.impact.data import as_data
from hasenpfeffer.report.impact.played import Played, Ruling
from hasenpfeffer.report.impact.tables import blocks

__all__ = ["Played", "Ruling", "as_data", "blocks"]
