"""Bridges to other people's libraries, each imported only where it is used."""
