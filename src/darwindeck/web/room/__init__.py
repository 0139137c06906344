"""What lies behind the pages: the games, the tables in play and who is connected to them, runs, opinions."""
