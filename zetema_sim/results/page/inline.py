"""A chart's SVG made part of a page: in the page's colours, its words left out.

Title, subtitle and notes stand on the page as text, so they are cut off the drawing.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from zetema_sim.results.charts.style import FAINT, INK, PAPER, RULE, WIDTH, WORDS, Chart

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_COLOURS = {
    colour: f"var(--{name})"
    for name, colour in (
        ("ink", INK),
        ("paper", PAPER),
        ("faint", FAINT),
        ("rule", RULE),
    )
}
_USES = re.compile(r"url\(#([^)]+)\)")


def inlined(chart: Chart, drawing: bytes) -> str:
    """Return the ``<svg>`` element of a chart for a page of HTML."""
    root = ET.fromstring(drawing)
    _gather_shapes(root)
    _drop(root)
    _rename(root, chart.name)
    for element in root.iter():
        style = element.get("style")
        if style:
            element.set("style", _in_page_colours(style))
    top, bottom = chart.room
    wide = 72 * WIDTH
    root.attrib.clear()
    root.set("viewBox", f"0 {top:.1f} {wide:g} {bottom - top:.1f}")
    root.set("role", "img")
    root.set("aria-label", chart.alt)
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", _XLINK)
    text = ET.tostring(root, encoding="unicode")
    # HTML knows what an svg is, and href as such.
    text = text.replace(f' xmlns="{_SVG}"', "").replace(f' xmlns:xlink="{_XLINK}"', "")
    return re.sub(r"\s*\n\s*", "\n", text).replace("xlink:href", "href")


def _gather_shapes(root: ET.Element) -> None:
    """Move the letters' shapes to the top; each stands where it is first used."""
    shapes = ET.Element(f"{{{_SVG}}}defs")
    for parent in list(root.iter()):
        for child in list(parent):
            is_defs = child.tag == f"{{{_SVG}}}defs"
            if is_defs and child.find(f"{{{_SVG}}}style") is None:
                parent.remove(child)
                shapes.extend(child)
    root.append(shapes)


def _drop(root: ET.Element) -> None:
    """Remove what the page says itself: words, metadata, the sheet's ground."""
    for parent in list(root.iter()):
        for child in list(parent):
            tag = child.tag.removeprefix(f"{{{_SVG}}}")
            is_words = child.get("id") == WORDS
            is_style = tag == "defs" and child.find(f"{{{_SVG}}}style") is not None
            if tag in ("metadata", "style") or is_words or is_style:
                parent.remove(child)
    figure = root.find(f"{{{_SVG}}}g")
    if figure is not None and len(figure):
        figure.remove(figure[0])


def _rename(root: ET.Element, name: str) -> None:
    """Keep only the ids that are used, and make them the page's own."""
    used = {
        reference
        for element in root.iter()
        for key, value in element.attrib.items()
        for reference in ([value[1:]] if key.endswith("href") else _USES.findall(value))
    }
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id":
                if value in used:
                    element.set("id", f"{name}-{value}")
                else:
                    del element.attrib["id"]
            elif key.endswith("href"):
                element.set(key, f"#{name}-{value[1:]}")
            elif "url(#" in value:
                element.set(key, _USES.sub(rf"url(#{name}-\1)", value))


def _in_page_colours(style: str) -> str:
    for colour, name in _COLOURS.items():
        style = style.replace(colour, name)
    return style
