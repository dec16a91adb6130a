"""A field, and what one of its line-ups comes to in some rounds."""
