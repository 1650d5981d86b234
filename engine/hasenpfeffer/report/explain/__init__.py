"""The rules of a game in plain English, worked out from its rule file."""

from __future__ import annotations

from hasenpfeffer.report.explain.leaflet import blocks, leaflet

__all__ = ["blocks", "leaflet"]
