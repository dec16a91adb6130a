"""What every room may use: kept files, child processes, names, words."""
