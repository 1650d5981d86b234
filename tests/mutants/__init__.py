"""Shipped files with one change of meaning, and a judge of them that is not the checker."""
