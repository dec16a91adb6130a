"""What several experiments stand on."""
