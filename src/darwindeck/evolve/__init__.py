"""Evolution: variation of genomes, selection, archives, and strategies that propose candidates and are told evaluations."""
