"""What is found out by playing: trials, cases, many games, and whether a ruleset holds together."""
