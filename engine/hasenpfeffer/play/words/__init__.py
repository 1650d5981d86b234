"""What the words of the vocabulary mean in play, one function a word."""
