"""The ruleset as a model: resolved, typed, frozen, every part with its place. Reads no files."""
