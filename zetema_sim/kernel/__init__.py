"""The game, compiled: a deal, a turn, a whole match, and what is counted."""
