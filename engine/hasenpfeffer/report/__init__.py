"""What was found and played, as text and data for people and programs. Nothing here prints."""
