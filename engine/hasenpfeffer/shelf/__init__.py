"""From rule files to a checked ruleset: finding, merging, shape, build, checks."""
