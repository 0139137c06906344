"""Files: read with limits, written whole or not at all."""
