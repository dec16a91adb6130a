"""``python -m zetema_sim``: the command ``zetema``."""

from zetema_sim.cli import main

main()
