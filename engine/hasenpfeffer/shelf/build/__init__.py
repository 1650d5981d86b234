"""The resolved tree → the typed ruleset. Each module reads one part of a file."""
