"""Findings as text for people, lines for editors, and data for programs."""

from __future__ import annotations

from hasenpfeffer.report.findings.text import as_concise, as_text

__all__ = ["as_concise", "as_text"]
