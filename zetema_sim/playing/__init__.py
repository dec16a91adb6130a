"""What decides the numbers of a line-up's matches: seats, tables, forfeits."""
