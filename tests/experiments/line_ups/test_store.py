"""Line-ups kept and used again: only what is new is played, and no digit changes."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli_runs import RUN_FAILED, refusal, zetema
from zetema_sim.answers.parts import Prose
from zetema_sim.experiments.line_ups import field as fields
from zetema_sim.experiments.line_ups import store as stores
from zetema_sim.experiments.line_ups.field import Field, field_of
from zetema_sim.experiments.line_ups.line_up_rounds import LineUpRounds, key_of
from zetema_sim.experiments.line_ups.store import Kept, Key, Store, overview
from zetema_sim.experiments.line_ups.store.database import set_aside_files
from zetema_sim.experiments.shared.goal import Goal
from zetema_sim.experiments.tournament import round_work
from zetema_sim.experiments.tournament.experiment import Tournament, tournament
from zetema_sim.experiments.tournament.tables import as_json
from zetema_sim.experiments.tournament.text import as_text
from zetema_sim.playing.seating import MOST_MATCHES, TableOptions
from zetema_sim.work import Journal, Work

NAMES = ("greedy", "random", "first-chance")
MORE = (*NAMES, "marriage-hoarder")
KEY = Key("digest", "0.1.0", "code")
DATABASE = "zetema_sim.experiments.line_ups.store.database"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite3"


@pytest.fixture
def really(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Give what tells how many matches were really played, by the pieces of tasks."""
    played: list[int] = []

    def counting(*given: Any) -> LineUpRounds:
        found = play(*given)
        played.append(found.matches)
        return found

    play = round_work.play_line_up
    monkeypatch.setattr(round_work, "play_line_up", counting)
    return lambda: sum(played)


def a_field(names: tuple[str, ...] = NAMES, **choices: Any) -> Field:
    return field_of(names, TableOptions(**{"players": 2, **choices}))


def answer(field: Field, store: Store | None, **options: Any) -> Tournament:
    options = {"matches": 900, **options}
    return tournament(field, work=Work.on(2), store=store, **options)


def kept(path: Path, field: Field, **options: Any) -> Tournament:
    """Play with the store of a path."""
    fresh = options.pop("fresh", False)
    store = Store(path, fresh=fresh)
    try:
        return answer(field, store, **options)
    finally:
        store.close()


def digits(found: Tournament) -> dict[str, Any]:
    return {**as_json(found), "seconds": 0}


# What is played


def test_the_same_tournament_plays_nothing(
    path: Path, really: Callable[[], int]
) -> None:
    """The second time all its matches come from the store."""
    first = kept(path, a_field())
    assert (first.stored, really()) == (0, first.matches)
    again = kept(path, a_field())
    assert (again.stored, really()) == (first.matches, first.matches)


@pytest.mark.parametrize("players", [2, 3])
def test_one_strategy_more_plays_its_line_ups_alone(
    players: int, path: Path, really: Callable[[], int]
) -> None:
    """Of each round the new line-ups, where the old field had as many rounds."""
    old, new = a_field(players=players), a_field(MORE, players=players)
    kept(path, old, matches=20 * old.round_matches)
    before = really()
    found = kept(path, new, matches=20 * new.round_matches)
    assert really() - before == 20 * (new.round_matches - old.round_matches)
    assert found.matches == found.stored + really() - before


def test_a_longer_run_plays_what_is_longer(
    path: Path, really: Callable[[], int]
) -> None:
    """Rounds that are there are taken though they were cut otherwise."""
    kept(path, a_field(), matches=270)
    found = kept(path, a_field(), matches=900)
    assert (found.stored, really()) == (270, 900)
    shorter = kept(path, a_field(), matches=450)
    assert (shorter.stored, really()) == (450, 900)


@pytest.mark.parametrize(
    "choices",
    [{"seed": 2}, {"overrides": ("sequence.points=10",)}, {"players": 3}],
)
def test_what_differs_shares_nothing(choices: dict[str, Any], path: Path) -> None:
    """Neither another seed nor other rules nor another table find what is stored."""
    kept(path, a_field())
    assert kept(path, a_field(**choices)).stored == 0


def test_another_setting_is_another_strategy(path: Path) -> None:
    """Two settings of one file, and two others, have no line-up in common."""
    both = [f"marriage-hoarder:wait_for={value}" for value in (1, 2, 4, 5)]
    kept(path, a_field((both[0], both[1])))
    assert kept(path, a_field((both[2], both[3]))).stored == 0


def test_an_edited_source_is_played_again_on_the_same_luck(
    path: Path, tmp_path: Path
) -> None:
    """Under the same name it has other line-ups in the store, of the same blocks."""
    file = tmp_path / "mine.py"
    source = Path("strategies/greedy.py").read_text()
    file.write_text(source)
    name = (str(file), "random")
    found = digits(kept(path, a_field(name)))
    file.write_text(f"{source}\n# edited\n")
    edited = kept(path, a_field(name))
    own = edited.matches // 4  # random against itself is no other line-up
    assert edited.stored == own
    told = digits(edited)
    assert told["verdict"] == found["verdict"]
    assert told["pairs"] == found["pairs"]


# What comes out


@pytest.mark.parametrize("goal", [None, Goal(until_decided=True)])
@pytest.mark.parametrize("players", [2, 3])
def test_the_store_changes_no_digit(
    players: int, goal: Goal | None, path: Path
) -> None:
    """Empty, half full, full or ignored."""
    field = a_field(MORE, players=players)
    options = {"matches": 2000, "goal": goal}
    without = digits(answer(field, None, **options))
    kept(path, a_field(players=players), **{**options, "matches": 400})
    for fresh in (False, False, True, False):
        assert digits(kept(path, field, fresh=fresh, **options)) == without


def test_order_of_names_finds_the_same(path: Path) -> None:
    """Line-ups are kept in canonical order."""
    kept(path, a_field())
    again = kept(path, a_field(NAMES[::-1]))
    assert again.stored == again.matches


def test_sampled_line_ups_are_not_stored(path: Path) -> None:
    """They change with the field, so there is nothing to use again."""
    field = a_field(players=4, sides="solo")
    kept(path, field)
    assert kept(path, field).stored == 0
    assert overview(path).lineups == 0


def test_a_fresh_run_stores_anew(path: Path, really: Callable[[], int]) -> None:
    """It plays all, and what it stored is found by the next one."""
    first = kept(path, a_field())
    assert kept(path, a_field(), fresh=True).stored == 0
    assert really() == 2 * first.matches
    assert kept(path, a_field()).stored == first.matches


def test_a_journal_comes_before_the_store(path: Path, tmp_path: Path) -> None:
    """A run that goes on takes its own rounds, then the store's, to the same end."""
    field = a_field()
    without = digits(answer(field, None))
    for _ in range(2):
        store, journal = Store(path), Journal(tmp_path / "journal")
        work = Work(Work.on(2).workers, journal)
        found = tournament(field, 900, work=work, store=store)
        store.close()
        assert digits(found) == without
    assert journal.has_shards


def test_matches_keep_numbers_that_can_be_replayed() -> None:
    """Behind the highest number of a match comes the lowest, none twice."""
    field = a_field(players=3)
    entries = (0, 1, 2)
    cycles = MOST_MATCHES // 6
    ((_, first),) = field.cycles(entries, range(1))
    over = cycles - first.first_block // 2
    parts = list(field.cycles(entries, range(over - 3, over + 2)))
    assert [len(rounds) for rounds, _ in parts] == [3, 2]
    assert [part.first_block for _, part in parts] == [2 * cycles - 6, 0]


def test_the_field_does_not_move_a_line_up() -> None:
    """Its blocks depend on its names alone."""
    small, large = a_field(("greedy", "random")), a_field(MORE)
    places = tuple(large.names.index(name) for name in ("greedy", "random"))
    ((_, one),) = small.cycles((0, 1), range(5, 6))
    ((_, other),) = large.cycles(places, range(5, 6))
    assert one.first_block == other.first_block
    assert key_of(small, (0, 1)) == key_of(large, places)
    assert key_of(small, (0, 0)) != key_of(small, (0, 1))


def test_packing_loses_nothing() -> None:
    """Whatever the size of the numbers."""
    field = a_field(players=3)
    for scale in (1, 2**9, 2**20, 2**40):
        ((rounds, part),) = field.cycles((0, 0, 2), range(3, 8))
        found = round_work.play_line_up(field, part, len(rounds))
        sent = LineUpRounds(found.rows * scale, -found.pairs * scale, found.totals)
        back = LineUpRounds.unpacked(sent.packed(), 2)
        assert (back.rows == sent.rows).all()
        assert (back.pairs == sent.pairs).all()
        assert (back.totals == sent.totals).all()


# What can be wrong with it


PROGRAM = """
import sys
from pathlib import Path
from tests.experiments.line_ups.test_store import a_field, digits, kept
print(digits(kept(Path(sys.argv[1]), a_field())))
"""


def test_two_processes_at_once(path: Path) -> None:
    """Both give the answer of one, and what both stored is whole."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    runs = [subprocess.Popen(command, **pipes) for _ in range(2)]  # type: ignore[call-overload]
    (one, quiet), (other, silent) = [run.communicate() for run in runs]
    assert (quiet, silent) == ("", "")
    assert one == other
    assert literal_eval(one) == digits(answer(a_field(), None))
    found = kept(path, a_field())
    assert found.stored == found.matches


def test_writers_do_not_lose_each_others_rounds(path: Path) -> None:
    """Two stores open at once put and find what the other has put."""
    one, other = Store(path), Store(path)
    for number in range(20):
        store = (one, other)[number % 2]
        store.put([Kept(KEY, range(number, number + 1), 2, bytes([number]))])
    assert [found.content[0] for found in one.rounds(KEY, range(20))] == [*range(20)]
    assert len(other.rounds(KEY, range(5, 8))) == 3


SCHEMAS = [
    "ALTER TABLE rounds RENAME COLUMN content TO contents",
    "ALTER TABLE lineups ADD COLUMN more",
    "DROP TABLE rounds",
    "DROP INDEX lineups_by_use",
    "CREATE VIEW more AS SELECT 1",
    "CREATE TRIGGER more AFTER INSERT ON rounds BEGIN DELETE FROM lineups; END",
    "PRAGMA application_id = 5",
]
VALUES = [
    "UPDATE lineups SET version = x'00ff', code = 5",
    "UPDATE lineups SET code = '', version = '[red]x' || char(10)",
    "UPDATE lineups SET used = 'soon'",
    "UPDATE lineups SET used = 9e99",
    "UPDATE rounds SET first = 'a' || rowid",
    "UPDATE rounds SET count = -count",
    "UPDATE rounds SET matches = 9e999, content = 'text', checksum = 3",
]


@pytest.mark.parametrize("words", [*SCHEMAS, *VALUES])
def test_any_damage_within(
    words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A schema that is not to the letter a store's is set aside; no digit changes."""
    first = digits(kept(here, a_field()))
    with sqlite3.connect(here) as connection:
        connection.execute(words)
    connection.close()
    copy = here.read_bytes()
    assert digits(kept(here, a_field())) == first
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(set_aside_files(here)) <= 1
    assert bool(lines) or words in VALUES
    here.write_bytes(copy)
    shown = zetema("store")
    assert shown.exit_code in (0, 1)
    assert "fault of this program" not in shown.output
    assert len(shown.stderr.splitlines()) <= 1
    assert zetema("store", "--clear").exit_code == 0
    assert not [*here.parent.glob("store*")]


def _away(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, _away])
def test_what_is_no_file_is_told_in_one_line(
    make: Callable[[Path], None],
    end: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """All is played; nothing waits for a pipe."""
    if end:
        Store(here).close()
    make(here.with_name(here.name + end))
    assert kept(here, a_field()).stored == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "is not a file; all is played" in line
    told = zetema("store")
    assert (told.exit_code, len(told.output.splitlines())) == (RUN_FAILED, 1)


@pytest.mark.parametrize("content", [b"no database at all", b"", b"SQLite format 3\0"])
def test_a_damaged_file_is_set_aside(
    content: bytes, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one line; all is played, and stored in a new one."""
    path.write_bytes(content)
    found = kept(path, a_field())
    assert found.stored == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == bool(content)
    assert len(overview(path).set_aside) == bool(content)
    assert kept(path, a_field()).stored == found.matches


def test_a_foreign_database_is_set_aside(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing of it is lost."""
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE poems (line TEXT)")
    connection.close()
    Store(path).close()
    (line,) = capsys.readouterr().err.splitlines()
    (aside,) = overview(path).set_aside
    assert str(aside) in line
    assert sqlite3.connect(aside).execute("SELECT * FROM poems").fetchall() == []


def test_a_file_damaged_within_is_set_aside_at_use(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run goes on and ends with the same digits."""
    first = kept(path, a_field())
    page = 4096
    content = bytearray(path.read_bytes())
    for start in range(page, len(content), page):
        content[start : start + page] = b"\xff" * len(content[start : start + page])
    path.write_bytes(content)
    found = kept(path, a_field())
    assert digits(found) == digits(first)
    assert "set-aside" in capsys.readouterr().err


def test_a_damaged_row_is_played_again(path: Path, really: Callable[[], int]) -> None:
    """Its checksum tells; the others are used."""
    first = kept(path, a_field())
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE rounds SET content = CAST(X'00' || content AS BLOB) "
            "WHERE rowid = (SELECT MIN(rowid) FROM rounds)"
        )
        (lost,) = connection.execute(
            "SELECT matches FROM rounds ORDER BY rowid LIMIT 1"
        ).fetchone()
    connection.close()
    before = really()
    again = kept(path, a_field())
    assert really() - before == lost
    assert digits(again) == digits(first)


def test_a_moved_row_is_not_believed(path: Path) -> None:
    """A row is good in its own place alone."""
    store = Store(path)
    store.put([Kept(KEY, range(4), 8, b"content")])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE rounds SET first = 4")
    connection.close()
    assert store.rounds(KEY, range(8)) == []


def test_a_full_disk_ends_no_run(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line is said, and the answer is the same."""
    without = digits(answer(a_field(), None))
    connect = sqlite3.connect

    def small(*words: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*words, **options)
        connection.execute("PRAGMA max_page_count = 6")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    store = Store(path)
    assert digits(answer(a_field(), store)) == without
    store.close()
    (line,) = capsys.readouterr().err.splitlines()
    assert "full" in line


def test_a_locked_store_is_not_waited_for(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for a moment; one line is said, and the answer is the same."""
    monkeypatch.setattr(f"{DATABASE}.WAIT_SECONDS", 0.01)
    first = digits(kept(path, a_field()))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert digits(kept(path, a_field(), fresh=True)) == first
    other.close()
    (line,) = capsys.readouterr().err.splitlines()
    assert "database is locked; what is left is played and not stored" in line


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
from pathlib import Path
from tests.experiments.line_ups.test_store import a_field, digits, kept
print(digits(kept(Path(sys.argv[1]), a_field())))
"""


@pytest.mark.parametrize("most", [0, 5000])
def test_files_of_a_bounded_size_end_no_run(most: int, path: Path) -> None:
    """As by ulimit -f: the store is given up with one line."""
    # -B: or what it imports leaves torn bytecode.
    command = [sys.executable, "-B", "-c", LIMITED, str(path), str(most)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert literal_eval(done.stdout) == digits(answer(a_field(), None))
    (line,) = done.stderr.splitlines()
    assert f"the store {path} cannot be used" in line


def test_no_folder_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be written nothing is kept, and that is no fault."""
    monkeypatch.setattr(f"{DATABASE}.base_folder", lambda: None)
    with stores.kept_here() as store:
        assert store is None
    assert "nothing is kept" in zetema("store").stdout
    assert json.loads(zetema("store", "--json").stdout)["path"] is None


# Too much of it


def test_the_least_used_go_first(path: Path) -> None:
    """When there is more than is allowed."""
    keys = [Key(f"{number}", "0.1.0", "code") for number in range(40)]
    store = Store(path, most_bytes=400_000)
    for number, key in enumerate(keys):
        store.put([Kept(key, range(1), 1, os.urandom(20_000))])
        with sqlite3.connect(path) as connection:
            words = "UPDATE lineups SET used = ? WHERE key = ?"
            connection.execute(words, (number, key.digest))
        connection.close()
    store.close()
    there = [bool(Store(path).rounds(key, range(1))) for key in keys]
    assert there == sorted(there)
    assert 10 < sum(there) < 25


def test_what_is_used_is_not_old(path: Path) -> None:
    """A look-up counts as use, so that another line-up has to go."""
    store = Store(path)
    for digest in "ab":
        store.put([Kept(Key(digest, "0.1.0", "code"), range(1), 5, bytes(20_000))])
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE lineups SET used = id")
    connection.close()
    store = Store(path, most_bytes=100_000)
    assert store.rounds(Key("a", "0.1.0", "code"), range(1))
    store.put([Kept(Key("c", "0.1.0", "code"), range(1), 5, bytes(40_000))])
    store.close()
    there = [Store(path).rounds(Key(d, "0.1.0", "code"), range(1)) for d in "abc"]
    assert [*map(bool, there)] == [True, False, True]


# The commands


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let commands use a store of their own; return its file."""
    monkeypatch.setattr(f"{DATABASE}.base_folder", lambda: tmp_path)
    return tmp_path / "store-1.sqlite3"


WORDS = ("tournament", *NAMES, "--matches", 400, "--quiet")


def test_a_run_has_the_same_bytes_from_the_store(here: Path, tmp_path: Path) -> None:
    """All but what was observed; the text says what came from the store."""
    first = zetema(*WORDS, "--out", tmp_path / "one", "--no-report")
    again = zetema(*WORDS, "--out", tmp_path / "two", "--no-report")
    fresh = zetema(*WORDS, "--fresh")
    assert "all of them from the store" in " ".join(again.stdout.split())
    assert "store" not in first.stdout + fresh.stdout
    files = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert files == sorted(file.name for file in (tmp_path / "two").iterdir())
    for name in set(files) - {"observed.json"}:
        one, two = ((tmp_path / run / name).read_bytes() for run in ("one", "two"))
        assert one == two


def test_the_store_is_shown_and_cleared(here: Path) -> None:
    """In words, and as JSON."""
    assert "nothing is kept" in zetema("store").stdout
    zetema(*WORDS)
    told = json.loads(zetema("store", "--json").stdout)
    assert (told["lineups"], told["path"]) == (6, str(here))
    assert "6 line-ups" in zetema("store").stdout
    assert "MB deleted" in zetema("store", "--clear").stdout
    assert "nothing is kept" in zetema("store").stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--json", "--clear"), "--json"),
        (("--clear", "all"), "all"),
        (("shrink",), "shrink"),
    ],
)
def test_bad_words_are_refused(words: tuple[str, ...], told: str, here: Path) -> None:
    """In one line."""
    assert told in refusal("store", *words)


def test_half_from_the_store_is_said(path: Path) -> None:
    """As a number of matches."""
    kept(path, a_field(), matches=270)
    found = kept(path, a_field(), matches=900)
    told = [part.text for part in as_text(found) if isinstance(part, Prose)]
    assert any("270 of them from the store" in text for text in told)


def test_any_name_has_a_number() -> None:
    """Another name or setting has another."""
    numbers = {fields.number_of([name, "greedy"]) for name in ("a:b=1", "a", "b")}
    assert len(numbers) == 3
    assert fields.number_of(["ab", "c"]) != fields.number_of(["a", "bc"])
