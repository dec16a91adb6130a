"""What goes wrong in rare cases only is found, and what is sound passes."""

from __future__ import annotations

import pytest

from tests.kit import doctor_cases
from zetema_sim.doctor import examine
from zetema_sim.doctor.report import Limits

pytestmark = pytest.mark.slow

FAULTY, HONEST = doctor_cases.faulty(), doctor_cases.honest()
LIMITS = Limits(seconds=6, decision=2)


@pytest.mark.parametrize("name", FAULTY)
def test_a_rare_fault_is_found(name, tmp_path):
    """By the check whose business it is."""
    checks, source = FAULTY[name]
    path = doctor_cases.write(tmp_path, name, source)
    report = examine.examine(str(path), limits=LIMITS)
    assert {found.check for found in report.findings} & {*checks.split()}, report.text()


@pytest.mark.parametrize("name", HONEST)
def test_nothing_is_found_in_sound_strategies(name, tmp_path):
    """However odd they are."""
    path = doctor_cases.write(tmp_path, name, HONEST[name])
    report = examine.examine(str(path), limits=LIMITS)
    assert report.is_clean, report.text()
