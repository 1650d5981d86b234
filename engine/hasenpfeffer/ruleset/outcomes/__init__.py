"""What a ruleset pays for which result, worked out from its formulas without a deal being played."""
