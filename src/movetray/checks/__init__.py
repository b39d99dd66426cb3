"""Shared checks, one subject a file. Each looks at an attempt and reports findings; none knows a game."""
