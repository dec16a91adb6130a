"""One match told card by card: as events, as a story."""
