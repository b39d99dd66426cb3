"""Commands, verdicts, events, and the three functions that turn one into the next."""
