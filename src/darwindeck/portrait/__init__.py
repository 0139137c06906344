"""What a designer is told of one game: figures, what matters in it, advice, the arc of a game, what is wrong."""
