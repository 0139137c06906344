"""Small card positions with known best moves, for players that search."""
