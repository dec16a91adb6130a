"""One table under changing rules or settings."""
