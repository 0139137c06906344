"""Card games learned by self-play without search: what a network reads of a leaf, the network, its games, its lessons."""
