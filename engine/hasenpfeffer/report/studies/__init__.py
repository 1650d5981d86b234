"""What a study has found, as tables for people and as data for programs; and its deals, one by one."""

from hasenpfeffer.report.studies.data import as_data
from hasenpfeffer.report.studies.tables import blocks

__all__ = ["as_data", "blocks"]
