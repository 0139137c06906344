"""What mechanics are written in: field types and facts, words for their sentences, an assembler for their code."""
