"""Records: a game as lines of text, and back. Nothing here touches a file."""
