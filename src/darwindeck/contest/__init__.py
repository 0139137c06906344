"""Players measured against each other: schedules, win rates, Elo, sequential tests and the ladder of strengths."""
