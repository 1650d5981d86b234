"""The expression language: trees, parsing, names and types, evaluation, and writing trees back as text."""
