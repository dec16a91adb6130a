"""``zetema hand``: what should I play here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zetema_sim.cli import options

if TYPE_CHECKING:
    from zetema_sim.analysis.judged import Position

DEFAULT_WORLDS = 2000


class OfSeat(click.ParamType[Any]):
    """A seat, a colon, and what is said of it."""

    name = "of seat"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, str]:
        """Return the seat and the rest."""
        seat, colon, rest = str(value).partition(":")
        if not colon or not seat.strip().isdecimal():
            self.fail(f"{value!r} is not SEAT:…, as in 1:{self._example}", param, ctx)
        return int(seat), rest

    def __init__(self, example: str) -> None:
        self._example = example


@click.command("hand")
@click.argument("cards", nargs=-1, metavar="CARD...")
@click.option("--piles", default="", metavar="CARDS", help="The cards of the tableau.")
@click.option(
    "--gone", default="", metavar="RANKS", help="Ranks whose pile of five left play."
)
@click.option(
    "--married", default="", metavar="SUITS", help="Suits married, a letter a pair."
)
@click.option(
    "--assembled", default="", metavar="RANKS", help="Ranks declared as assemblies."
)
@click.option(
    "--shown",
    multiple=True,
    type=OfSeat('"9S 9S"'),
    metavar="SEAT:CARDS",
    help="Cards that a seat has shown and still holds.",
)
@click.option(
    "--stock",
    type=options.WholeNumber(0, 65),
    metavar="N",
    help="How many cards are left to draw.  [default: what the hands leave]",
)
@click.option(
    "--hand-size",
    "hand_sizes",
    multiple=True,
    type=OfSeat("5"),
    metavar="SEAT:N",
    help="How many cards another seat holds.  [default: as many as dealt]",
)
@click.option("--scores", default="", metavar="POINTS", help="The sides' scores.")
@click.option(
    "--seat",
    type=options.WholeNumber(0, 5),
    metavar="N",
    default=0,
    show_default=True,
    help="Your seat.",
)
@click.option(
    "--starter",
    type=options.WholeNumber(0, 5),
    metavar="N",
    default=0,
    show_default=True,
    help="The seat that began the deal.",
)
@click.option(
    "--declare/--discard",
    "declares",
    default=None,
    help="What is to be decided.  [default: to declare, where anything can be]",
)
@click.option(
    "--dead", is_flag=True, help="The turn is not live: nothing could be drawn for it."
)
@click.option(
    "--players",
    type=options.WholeNumber(2, 6),
    metavar="N",
    default=3,
    show_default=True,
    help="How many seats.",
)
@options.SIDES
@options.RULES
@options.SET
@click.option(
    "--from",
    "run",
    type=click.Path(path_type=Path),
    metavar="RUN|LOG",
    help="Take the position from a match: of a run's folder or of a game log.",
)
@click.option(
    "--match",
    type=options.WholeNumber(0),
    metavar="M",
    help="With --from: the number of the match.",
)
@click.option(
    "--turn",
    type=options.WholeNumber(0),
    metavar="T",
    help="With --from: the number of the turn in the match, from 0.",
)
@click.option(
    "--worlds",
    type=options.WholeNumber(2, 65536),
    metavar="N",
    default=DEFAULT_WORLDS,
    show_default=True,
    help="In how many worlds, dealt from what the seat cannot see, each answer is "
    "played on.",
)
@click.option(
    "--until-decided",
    is_flag=True,
    help="Play more worlds until the best is decided, up to 65,536.",
)
@click.option(
    "--policy",
    default="balanced",
    show_default=True,
    metavar="STRATEGY",
    help="The shipped strategy that plays on, on all seats.",
)
@options.SEED
@click.option("--full", is_flag=True, help="Show every answer and every strategy.")
@options.JSON
def hand(
    cards: tuple[str, ...],
    run: Path | None,
    match: int | None,
    turn: int | None,
    declares: bool | None,
    full: bool,
    as_json: bool,
    worlds: int,
    until_decided: bool,
    policy: str,
    seed: int,
    **given: Any,
) -> None:
    """Say what to play: every answer with its chance to win the match.

    The cards of your hand are two letters each, rank and suit: KH, 10S or TS. What is
    not said is as at the start of a deal. Each answer is played on in the same worlds,
    dealt from the cards you cannot see.

    \b
    Examples:
      zetema hand KH QH 7S 7S 4S 2D --piles "7H 7D" --stock 30
      zetema hand "4S 5S 6S 8S KS QS" --players 2 --scores "250 180"
      zetema hand --from results/first --match 3 --turn 17 --discard
    """
    from zetema_sim.analysis.evaluated import Judge
    from zetema_sim.analysis.hand import hand_answer
    from zetema_sim.analysis.hand_text import parts_of
    from zetema_sim.answers import DEFAULT_FORM, print_answer

    phase = {True: "declare", False: "discard", None: None}[declares]
    if run is None:
        if match is not None or turn is not None:
            raise click.UsageError("--match and --turn need --from.")
        position = _position(" ".join(cards), phase, given)
    else:
        position = _position_of(run, cards, match, turn, phase)
    judge = Judge(policy, seed)
    found = hand_answer(
        position, judge, policy=policy, worlds=worlds, until_decided=until_decided
    )
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=1))
    else:
        print_answer(parts_of(found, full), DEFAULT_FORM)


def _position(text: str, phase: str | None, given: dict[str, Any]) -> Position:
    """Return the position that the options tell."""
    from zetema_sim.analysis.hand import position_of
    from zetema_sim.situations import Situation

    situation = Situation(
        text,
        piles=given["piles"],
        gone=given["gone"],
        married=given["married"],
        assembled=given["assembled"],
        stock=given["stock"],
        players=given["players"],
        sides=given["sides"],
        rules=given["rules"],
        changes=given["overrides"],
        seat=given["seat"],
        starter=given["starter"],
        hand_sizes=dict(_numbers(given["hand_sizes"], "--hand-size")),
        shown=dict(given["shown"]),
        scores=tuple(_scores(given["scores"])),
        live=not given["dead"],
    )
    return position_of(situation, phase)


def _numbers(
    pairs: Iterable[tuple[int, str]], option: str
) -> Iterable[tuple[int, int]]:
    for seat, text in pairs:
        yield seat, _number(text, option)


def _scores(text: str) -> Iterable[int]:
    return (_number(word, "--scores") for word in text.replace(",", " ").split())


def _number(text: str, option: str) -> int:
    try:
        return options.WholeNumber().convert(text.strip(), None, None)
    except click.BadParameter as error:
        raise click.UsageError(f"{option}: {error.message}") from None


def _position_of(
    run: Path,
    names: tuple[str, ...],
    match: int | None,
    turn: int | None,
    phase: str | None,
) -> Position:
    """Return the position of a turn of a match that was played."""
    from zetema_sim.analysis.matches import events_from, position_at

    if match is None or turn is None:
        raise click.UsageError("--from needs --match and --turn.")
    return position_at(events_from(run, names, match), turn, phase)
