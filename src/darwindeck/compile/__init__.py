"""Compile: a genome becomes a program, the bytes that the engine runs."""
