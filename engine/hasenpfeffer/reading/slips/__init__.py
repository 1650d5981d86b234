"""What a slip in YAML means in an author's words, where its cause is, and how to read on after it."""
