"""Shared procedures: what a legal command does, with the dice that fall due. None knows a game."""
