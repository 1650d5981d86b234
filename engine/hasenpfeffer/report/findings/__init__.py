"""Findings as text for people, lines for editors, and JSON for programs."""

from __future__ import annotations

from hasenpfeffer.report.findings.data import as_json, as_jsonl
from hasenpfeffer.report.findings.text import as_concise, as_text

__all__ = ["as_concise", "as_json", "as_jsonl", "as_text"]
