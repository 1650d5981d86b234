"""Keeping score at a real table: the session, the file of a sheet, and how one is taken up again."""
