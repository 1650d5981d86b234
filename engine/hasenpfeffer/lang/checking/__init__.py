"""Typing of formulas, one subject a module; `lang.check` brings them together."""
