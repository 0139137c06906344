"""The engine in Python: one game at a time, its moves in words, and players by name."""
