"""The command `hasenpfeffer`: one file a command, and the only place that prints or sets exit codes."""
