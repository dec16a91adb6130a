import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from zetema_sim import __version__
from zetema_sim.cli import main
from zetema_sim.common.paths import shipped_strategies

HEAVY = {"numba", "pandas", "matplotlib", "scipy"}


def commands(group: click.Group, *path: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command, with those below it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield (*path, name)
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


COMMANDS = list(commands(main))


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_every_command_has_help_with_an_example(words):
    """The help of a command shows a line that can be typed."""
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.output
    assert re.search(rf"^ +{' '.join(('zetema', *words))}\b", result.output, re.M)


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_help_imports_nothing_heavy(words):
    """Help appears at once, so it waits for none of the large libraries."""
    code = (
        "import atexit, sys; from zetema_sim.cli import main; "
        f"atexit.register(lambda: print({HEAVY!r} & set(sys.modules))); "
        f"main({[*words, '--help']!r})"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout.splitlines()[-1] == "set()", told.stderr


def test_version_is_told_by_the_command_and_the_wheel(top):
    """The version stands in one place, and everything else reads it there."""
    built = [sys.executable, "-m", "hatchling", "version"]
    wheel = subprocess.run(built, cwd=top, capture_output=True, text=True, check=True)
    assert wheel.stdout.strip() == __version__
    assert CliRunner().invoke(main, ["--version"]).output == f"zetema {__version__}\n"


def test_shipped_strategies_are_found():
    """The folder of strategies is there, whether in a checkout or a wheel."""
    assert list(shipped_strategies().glob("[a-z]*.py"))


def locked(file: Path) -> dict[str, str]:
    """Return the text of each requirement of a lock file by its name."""
    text = file.read_text().replace("\\\n", "")
    return {line.partition("==")[0]: line for line in text.splitlines()}


@pytest.mark.parametrize("name", ["run", "dev"])
def test_lock_gives_versions_and_hashes_only(top, name):
    """Each line of a lock is one version with its hashes, and no address."""
    lines = locked(top / "requirements" / f"{name}.txt").values()
    pinned = re.compile(
        r"[a-z0-9-]+==[\w.]+( ; [^\\]+?)?( +--hash=sha256:[0-9a-f]{64})+"
    )
    assert [line for line in lines if not pinned.fullmatch(line)] == []


def test_lock_is_what_the_project_asks_for(top):
    """The lock has every dependency, in a version that pyproject.toml allows."""
    project = tomllib.loads((top / "pyproject.toml").read_text())
    groups = chain.from_iterable(project["dependency-groups"].values())
    wanted = {"run": project["project"]["dependencies"], "dev": groups}
    for name, asked in wanted.items():
        lock = locked(top / "requirements" / f"{name}.txt")
        for requirement in map(Requirement, asked):
            version = lock[requirement.name].split()[0].partition("==")[2]
            assert requirement.specifier.contains(version), requirement


def test_dev_lock_adds_to_the_run_lock(top):
    """Tests run on the versions that users get."""
    run, dev = (locked(top / "requirements" / f"{n}.txt") for n in ("run", "dev"))
    assert run.items() <= dev.items()


# Written so that these lines do not match themselves.
MACHINE = re.compile(
    rb"(^|[^\w.-])/(wor[k]|far[m]|roo[t]|Use[r]s)/"
    rb"|(index-ur[l]|find-link[s])[ =]*[a-z]+:|pypi\.or[g]|pythonhoste[d]|/simpl[e]/",
    re.M,
)


def test_tracked_files_name_no_machine_and_no_registry(top):
    """The repository works anywhere: no path of one machine, no registry's address."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=top, capture_output=True, check=True
    )
    files = [top / name.decode() for name in listing.stdout.split(b"\0") if name]
    found = {path.name: MACHINE.search(path.read_bytes()) for path in files}
    assert {name: hit for name, hit in found.items() if hit} == {}


def private_names(path: Path) -> Iterator[str]:
    """Yield what a file of tests names of the package that is not public."""
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    of_package = {
        name.asname or name.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "")[:10] == "zetema_sim"
        for name in node.names
    }
    names = list(of_package)
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(module), name) if module in of_package:
                names.append(name)
            case ast.Call(ast.Attribute(_, "setattr"), arguments):
                strings = [each for each in arguments if isinstance(each, ast.Constant)]
                names += [str(each.value).rpartition(".")[2] for each in strings]
    yield from (name for name in names if re.match("_[^_]", name))


def test_tests_use_no_private_names(top: Path) -> None:
    """What is tested is public, so what is private may change."""
    files = sorted((top / "tests").rglob("test_*.py"))
    found = {path.name: [*private_names(path)] for path in files}
    assert len(files) > 50
    assert {name: names for name, names in found.items() if names} == {}


def test_a_class_name_means_one_thing(top: Path) -> None:
    """Two classes of one name, private or not, say nothing in a search."""
    files = sorted((top / "zetema_sim").rglob("*.py"))
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text())))
    names = Counter(n.name.strip("_") for n in nodes if isinstance(n, ast.ClassDef))
    assert [name for name, count in names.items() if count > 1] == []
