"""The game in plain Python, written from the rules alone, to check the kernel by."""
