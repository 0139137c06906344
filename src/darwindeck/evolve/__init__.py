"""Evolution: variation of genomes, distances between them, selection, archives, and the loop that asks and is told."""
