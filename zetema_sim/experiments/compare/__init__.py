"""Some strategies at one table."""
