"""An independent interpreter of genomes, written from docs/genome.md; it shares no code with the engine."""
