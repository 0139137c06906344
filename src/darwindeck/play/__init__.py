"""Games with people in them, and games as text. The rules are the engine's; nothing here decides what is legal."""
