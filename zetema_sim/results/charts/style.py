"""How every chart looks: paper, ink, colours that all eyes tell apart, and type sizes.

The colours are those of Okabe and Ito (Color Universal Design, 2008). No chart rests
on colour alone: marks, hatches or labels say the same, so that a grey print does too.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zetema_sim.common.cache_folder import base_folder
from zetema_sim.common.names import called
from zetema_sim.common.surroundings import import_elsewhere

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The page shows ink, paper and the two greys in its own colours, light or dark; what
# is FIXED stands on a coloured ground and stays.
INK, PAPER, FAINT, RULE = "#1b1b1f", "#ffffff", "#5a5a64", "#d4d4da"
FIXED_DARK, FIXED_LIGHT = "#111113", "#fefefe"
BLUE, ORANGE, GREEN, PINK = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
SKY, RED, YELLOW, GREY = "#56b4e9", "#d55e00", "#f0e442", "#8c8c94"
COLOURS = (BLUE, ORANGE, GREEN, PINK, SKY, RED, YELLOW, GREY)
HATCHES = ("", "//", "..", "xx", "\\\\", "||", "--", "oo")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

WIDTH = 7.0  # inches
SIZE, TITLE_SIZE, SMALL = 12.5, 15.0, 11.0  # points
LONGEST_NAME = 28  # characters, before a name is cut in the middle
PNG_DOTS = 160  # an inch
WORDS = "words"  # the mark in an SVG of title, subtitle and notes

_SALT = "zetema-sim"
_RC: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": FAINT,
    "axes.grid": False,
    "axes.labelcolor": INK,
    "axes.labelsize": SIZE,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": SIZE,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "font.family": ["DejaVu Sans"],  # it comes with matplotlib, so it is everywhere
    "font.size": SIZE,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.7,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "patch.linewidth": 0.8,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
    "svg.hashsalt": _SALT,
    "text.color": INK,
    "text.parse_math": False,  # $ in a name is a dollar
    "xtick.color": INK,
    "xtick.labelsize": SMALL,
    "ytick.color": INK,
    "ytick.labelsize": SIZE,
}


@dataclass(frozen=True)
class Chart:
    """A chart, ready to be written.

    Attributes
    ----------
    name
        Of its files, without ending.
    title
        What is found.
    subtitle
        Of what: rules, players, matches, seed.
    notes
        What a reader must know besides.
    alt
        What is to be seen, for those who do not see it.
    figure
        The drawing, with title, subtitle and notes.
    room
        Where the drawing lies between head and foot: from and to, in points from the
        top.
    section
        Of the page.
    """

    name: str
    title: str
    subtitle: str
    notes: tuple[str, ...]
    alt: str
    figure: Figure
    room: tuple[float, float]
    section: str = ""


class Sheet:
    """A figure with its head and foot, and room between them for axes.

    It is made and filled within `styled`.

    Parameters
    ----------
    title, subtitle
        Of the chart; they are broken into lines that fit.
    height
        Of the room for axes, in inches.
    notes
        What a reader must know besides, at the foot.
    legend
        How many lines the legend has, above the axes.
    """

    def __init__(
        self,
        title: str,
        subtitle: str,
        height: float,
        notes: Sequence[str] = (),
        legend: int = 0,
    ) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        title, subtitle, *notes = map(drawable, (title, subtitle, *notes))
        self.title, self.subtitle, self.notes = title, subtitle, tuple(notes)
        figure = Figure(figsize=(WIDTH, height))
        canvas = FigureCanvasAgg(figure)
        head = _lines(canvas, title, TITLE_SIZE, "bold")
        below = _lines(canvas, subtitle, SMALL, "normal")
        foot = [
            line for note in notes for line in _lines(canvas, note, SMALL, "normal")
        ]
        top = 0.12 + _tall(head, TITLE_SIZE) + 0.03 + _tall(below, SMALL) + 0.1
        bottom = 0.06 + _tall(foot, SMALL) + (0.08 if foot else 0)
        keys = _tall(["key"] * legend, SMALL) * 1.2 + (0.1 if legend else 0)
        total = top + keys + height + bottom
        figure.set_size_inches(WIDTH, total)
        rect = (_LEFT, bottom / total, 1 - 2 * _LEFT, height / total)
        figure.set_layout_engine("constrained", rect=rect)
        common: dict[str, Any] = {"ha": "left", "va": "top", "linespacing": 1.2}
        figure.text(
            _LEFT, 1 - 0.12 / total, "\n".join(head), size=TITLE_SIZE, weight="bold",
            color=INK, gid=WORDS, **common,
        )  # fmt: skip
        down = 0.15 + _tall(head, TITLE_SIZE)
        figure.text(
            _LEFT,
            1 - down / total,
            "\n".join(below),
            size=SMALL,
            color=FAINT,
            gid=WORDS,
            **common,
        )
        figure.text(
            _LEFT, (bottom - 0.06) / total, "\n".join(foot), size=SMALL, color=FAINT,
            gid=WORDS, **common,
        )  # fmt: skip
        self.figure = figure
        self.room = (72 * top, 72 * (top + keys + height))
        self._keys_at = 1 - top / total

    def axes(self, rows: int = 1, columns: int = 1, **extra: Any) -> list[Axes]:
        """Return new axes in the room between head and foot, row by row."""
        grid = self.figure.subplots(rows, columns, squeeze=False, **extra)
        return [axes for row in grid for axes in row]

    def legend(self, handles: Sequence[Any], columns: int) -> None:
        """Say above the axes what marks and colours mean."""
        self.figure.legend(
            handles=handles, loc="upper left", bbox_to_anchor=(0, self._keys_at),
            ncols=columns, columnspacing=1.2, handletextpad=0.5, borderaxespad=0.3,
        ).set_in_layout(False)  # fmt: skip

    def chart(self, name: str, alt: str) -> Chart:
        """Return the chart that has been drawn, all in its place."""
        engine = self.figure.get_layout_engine()
        assert engine is not None
        engine.execute(self.figure)
        self.figure.set_layout_engine("none")  # once for all forms
        # The layout's last digits change from time to time, and so would the bytes.
        for axes in self.figure.axes:
            x, y, wide, high = (
                round(part, _PLACES) for part in axes.get_position().bounds
            )
            axes.set_position((x, y, wide, high))
        for text in self.figure.texts:
            x, y = text.get_position()
            text.set_position((round(x, _PLACES), round(y, _PLACES)))
        return Chart(
            name, self.title, self.subtitle, self.notes, alt, self.figure, self.room
        )


_LEFT = 0.02  # of the width
_LINE = 1.3  # of the type size
_PLACES = 5  # to which places in the figure are rounded


def styled() -> Any:
    """Return a context in which matplotlib draws in our style."""
    os.environ.setdefault(  # its own, not the user's
        "MPLCONFIGDIR", str((base_folder() or Path(os.devnull)) / "matplotlib")
    )
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    return import_elsewhere("matplotlib").rc_context(_RC)


def _tall(lines: Sequence[str], size: float) -> float:
    """Return the height of lines in inches."""
    return len(lines) * size * _LINE / 72


def _lines(canvas: Any, text: str, size: float, weight: str) -> list[str]:
    """Break a text into lines that fit the figure's width."""
    from matplotlib.font_manager import FontProperties

    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    renderer, room = canvas.get_renderer(), WIDTH * (1 - 2 * _LEFT) * 100

    def fits(line: str) -> bool:
        wide, _, _ = renderer.get_text_width_height_descent(line, font, ismath=False)
        return bool(wide * 100 / renderer.dpi <= room)

    lines: list[str] = []
    for word in text.split():
        if lines and fits(f"{lines[-1]} {word}"):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@cache
def _letters() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


def drawable(text: str) -> str:
    """Return a text with ? for what the font has not: it would draw a box, and warn."""
    return "".join(each if ord(each) in _letters() else "?" for each in text)


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name without its path, cut in the middle where it is long."""
    name = drawable(called(name))
    if len(name) <= longest:
        return name
    before = (longest - 1) // 2
    return f"{name[:before]}…{name[len(name) - (longest - 1 - before) :]}"


def shorts(names: Iterable[str], longest: int = LONGEST_NAME) -> list[str]:
    """Return names cut where they are long, numbered where that makes two alike."""
    cut = [short(name, longest) for name in names]
    return [
        text if cut.count(text) == 1 else f"({place}) {text}"
        for place, text in enumerate(cut, 1)
    ]


def patch_behind(colour: Any) -> dict[str, Any]:
    """Return the ground of a text on a hatched area, without the hatch."""
    return {"facecolor": colour, "edgecolor": "none", "pad": 1.2}


def svg(chart: Chart) -> bytes:
    """Return a chart as SVG: text as shapes, the same bytes each time."""
    return _saved(chart, "svg", {"Date": None, "Creator": "zetema-sim"})


def png(chart: Chart) -> bytes:
    """Return a chart as PNG."""
    return _saved(chart, "png", {"Software": "zetema-sim"}, dpi=PNG_DOTS)


def _saved(chart: Chart, form: str, metadata: dict[str, Any], **extra: Any) -> bytes:
    content = BytesIO()
    with styled():
        chart.figure.savefig(content, format=form, metadata=metadata, **extra)
    return content.getvalue()
