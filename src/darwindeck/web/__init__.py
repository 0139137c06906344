"""The web table: games to read, play, rate and breed in a browser. The only web framework; no game work of its own."""
