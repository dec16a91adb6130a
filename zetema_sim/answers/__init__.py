"""What an experiment's answer is made of, and the forms in which it is printed.

An answer is a list of parts (`answers.parts`): tables, prose, commands. A form is a
module of this folder that prints them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zetema_sim.answers.parts import Parts

# What --format takes, and the module whose `print_parts` prints it.
FORMS = {"text": "terminal", "markdown": "markdown"}
DEFAULT_FORM = "text"


def print_answer(parts: Parts, form: str) -> None:
    """Print an answer in one of `FORMS`."""
    import_module(f"{__name__}.{FORMS[form]}").print_parts([*parts])
