"""Colours for a terminal, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_OFF: Final = "\x1b[0m"
_SEVERITIES: Final = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "hint": "\x1b[1;36m"}


@dataclass(frozen=True, slots=True)
class Paint:
    """Puts colour round text; a severity gives the colour of the head and the carets."""

    on: bool
    severity: str = "error"

    def head(self, text: str) -> str:
        return self._in(_SEVERITIES.get(self.severity, ""), text)

    def caret(self, text: str) -> str:
        return self._in(_SEVERITIES.get(self.severity, ""), text)

    def message(self, text: str) -> str:
        return self._in("\x1b[1m", text)

    def frame(self, text: str) -> str:
        return self._in("\x1b[1;34m", text)

    def added(self, text: str) -> str:
        return self._in("\x1b[32m", text)

    def removed(self, text: str) -> str:
        return self._in("\x1b[31m", text)

    def _in(self, colour: str, text: str) -> str:
        return f"{colour}{text}{_OFF}" if self.on and colour and text else text
