"""Numbers computed from records. Nothing here plays a game."""
