"""How fast we are, beside others. Timings are never tested."""
