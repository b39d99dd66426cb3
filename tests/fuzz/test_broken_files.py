"""Whatever a file holds, reading it gives a situation or one clear error: nothing else comes out."""

import os
import time
from pathlib import Path

import pytest
from broken_files import broken, fault

FOUND = Path(__file__).with_name("found")
"""Files that once were a fault, kept for ever."""


def fuzz(seconds: int, first: int) -> int:
    """Read broken files for so long; how many. One that is a fault is kept in `found`."""
    end = time.monotonic() + seconds
    seed = first
    while time.monotonic() < end:
        data, as_json = broken(seed)
        if wrong := fault(data, as_json):
            FOUND.mkdir(exist_ok=True)
            (FOUND / f"{seed}.table.{'json' if as_json else 'yaml'}").write_bytes(data)
            pytest.fail(f"seed {seed}, kept in {FOUND}: {wrong}")
        seed += 1
    return seed - first


def test_what_was_once_a_fault_is_none() -> None:
    for path in sorted(FOUND.glob("*.table.*")):
        assert not fault(path.read_bytes(), path.suffix == ".json"), path.name


def test_broken_files_are_refused_in_one_line() -> None:
    seconds = int(os.environ.get("MOVETRAY_FUZZ_SECONDS", "20"))
    count = fuzz(seconds, int(os.environ.get("MOVETRAY_FUZZ_SEED", "0")))
    print(f"{count} files in {seconds} s")
    assert count > 10 * seconds


@pytest.mark.soak
def test_broken_files_are_refused_in_one_line_for_ten_minutes() -> None:
    assert fuzz(600, 1_000_000) > 6000


def test_the_fuzzer_reaches_far_into_the_reader() -> None:
    """Some of what it makes is read, and it meets many different complaints."""
    from movetray import rulesets
    from movetray.form.node import SituationError
    from movetray.table.reader import read_text

    sound, complaints = 0, set()
    for seed in range(500):
        data, as_json = broken(seed)
        try:
            read_text(data, "fuzz", rulesets, as_json)
            sound += 1
        except SituationError as error:
            complaints.add(error.complaint.says)
    assert sound > 20
    assert len(complaints) > 25
