"""``python -m zetema_sim``: the command ``zetema``."""

import sys


def main() -> None:
    """Run the program; Ctrl-C ends it in one line, even while it is still loaded."""
    try:
        from zetema_sim.common.surroundings import settle

        settle()
        from zetema_sim.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
