"""A run's folder: written, read, checked."""
