"""Monte Carlo study of strategies for the card game Zetema."""

__version__ = "0.1.0"
