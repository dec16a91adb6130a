"""What to play, and what it costs to play otherwise: positions judged by search."""
