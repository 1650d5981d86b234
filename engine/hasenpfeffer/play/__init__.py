"""The reference interpreter: what a ruleset means. It reads rulesets and nothing else."""
