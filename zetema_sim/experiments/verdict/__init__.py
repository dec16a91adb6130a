"""Is a strategy strong? Against the field, head to head, its plan, and the rules."""
