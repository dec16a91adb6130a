"""Strategy files: found, read, checked, loaded, compiled."""
