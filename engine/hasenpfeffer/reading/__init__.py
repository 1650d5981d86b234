"""Author's text → a tree in which everything knows its place → findings. Has never heard of cards."""
