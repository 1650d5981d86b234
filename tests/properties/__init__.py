"""Laws that hold in every deal, whatever the rules."""
