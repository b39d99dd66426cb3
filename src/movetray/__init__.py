"""movetray referees the movement phase of miniature wargames."""
