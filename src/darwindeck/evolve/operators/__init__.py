"""Operators: small changes and mixtures of genomes, written from field types. A result may need repair."""
