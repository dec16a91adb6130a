"""Ask three questions of the game: run it with ``python docs/examples/wait_for.py``.

Is it better to hoard marriages than to declare at once, whom does that help against a
field, and which seat is best? Every answer is a pandas frame.
"""

from zetema_sim.api import compare, tournament

MATCHES = 4_000


def main() -> None:
    """Print the answers."""
    answer = compare("greedy", "marriage-hoarder:wait_for=4", matches=MATCHES)
    print(answer.verdict)

    points = answer["points"].pivot(
        index="source", columns="strategy", values="points_per_match"
    )
    print(points.round(1))

    field = tournament("greedy", "random", "marriage-hoarder", matches=MATCHES)
    ranks = field["win_shares"].set_index("strategy")
    print(ranks[["rank_best", "rank_worst", "win_share"]])

    seats = field["seats"].query("strategy == ''")
    print(seats[["seat", "win_share", "win_share_low", "win_share_high"]])


if __name__ == "__main__":
    main()
