"""Genomes: rules as data."""
