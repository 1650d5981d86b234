"""Players that are programs. A bot is given a view and what its seat has seen, never a state."""
