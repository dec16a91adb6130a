"""The published studies: small, complete, and of the tree as it stands."""

import json
import runpy
import shutil
from dataclasses import replace

import pytest

from tests.kit.cli_runs import zetema
from zetema_sim.results.reading import read_run
from zetema_sim.results.writing import OBSERVED, SUMS, sha256


@pytest.fixture(scope="module")
def script(top):
    """Return what scripts/run_studies.py defines."""
    return runpy.run_path(str(top / "scripts" / "run_studies.py"))


@pytest.fixture(scope="module")
def tried(script, tmp_path_factory):
    """Return a folder with one study, tried with few matches."""
    folder = tmp_path_factory.mktemp("studies")
    study = next(each for each in script["STUDIES"] if each.name == "going-first")
    script["play"](study, folder / study.name, 60)
    return folder


def test_every_question_has_its_study(script):
    """Questions (a) to (f) are answered, each folder is named once."""
    studies = script["STUDIES"]
    assert {study.letter for study in studies} == set("abcdef")
    assert len({study.name for study in studies}) == len(studies)


def test_published_studies_are_of_this_tree(script):
    """Each folder is what its command gives with the strategies and engine here."""
    found = {}
    for study in script["STUDIES"]:
        if study.folder.is_dir():
            run = read_run(study.folder)
            reasons = list(script["outdated"](run))
            if not script["is_of"](study, run):
                reasons.append(f"made by {run.manifest['repeat']}")
            if script["size"](study.folder) > script["MOST_BYTES"]:
                reasons.append("too large")
            found[study.name] = reasons
    assert {name: reasons for name, reasons in found.items() if reasons} == {}


def test_results_hold_nothing_else(script, top):
    """Every folder in results/ is a study's, and the README is what they say."""
    results = top / "results"
    names = {study.name for study in script["STUDIES"]}
    assert {path.name for path in results.glob("*/")} <= names
    if results.is_dir():
        assert (results / "README.md").read_text("utf-8") == script["readme"]()


def test_a_study_tried_with_few_matches(script, tried):
    """It has its page, is small enough, current, and answers in sentences."""
    (folder,) = tried.iterdir()
    assert (folder / "report.html").is_file()
    assert script["size"](folder) < script["MOST_BYTES"]
    assert list(script["outdated"](read_run(folder))) == []
    text = script["readme"](tried)
    assert "Who gains from going first?" in text
    assert "zetema compare greedy imperial-flush marriage-hoarder --matches 60" in text
    assert str(read_run(folder).summary["verdict"]) in text


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["engine_hash"], "0" * 64, "the engine has changed"),
        (["rules", "flush", "points"], 35, "the rules parlett have changed"),
        (["strategies", 0, "source_hash"], "0" * 64, "greedy has changed"),
        (["strategies", 0, "name"], "no-such", "no strategy 'no-such'"),
        (["strategies", 2, "settings"], {"wait_for": 9}, "the settings of marriage"),
    ],
)
def test_what_is_outdated_is_told(script, tried, tmp_path, path, value, told):
    """A change of a strategy, its settings or the engine is found."""
    (folder,) = tried.iterdir()
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    owner = manifest
    for key in path[:-1]:
        owner = owner[key]
    owner[path[-1]] = value
    content = json.dumps(manifest).encode()
    (copy / "manifest.json").write_bytes(content)
    observed = json.loads((copy / OBSERVED).read_text())
    observed[SUMS]["manifest.json"] = sha256(content)
    (copy / OBSERVED).write_text(json.dumps(observed))
    (reason,) = script["outdated"](read_run(copy))
    assert reason.startswith(told)


def test_matches_are_replaced_for_a_trial(script, tmp_path):
    """Few matches take the place of the study's own."""
    study = script["STUDIES"][1]
    words = script["command_of"](study, tmp_path, 60)
    assert words.count("--matches") == 1
    assert words[words.index("--matches") + 1] == "60"


@pytest.mark.parametrize("letter", list("bcde"))
def test_commands_are_written_as_runs_repeat_them(script, tmp_path, letter):
    """What is typed in the table is what a run's folder says to type again."""
    for study in script["STUDIES"]:
        if study.letter == letter:
            words = script["command_of"](study, tmp_path / study.name, 6)
            assert zetema(*words, "--no-report").exit_code == 0
            run = read_run(tmp_path / study.name)
            few = replace(study, command=study.command.rpartition(" ")[0] + " 6")
            assert script["is_of"](few, run)
