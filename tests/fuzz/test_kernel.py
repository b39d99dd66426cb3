"""Whatever the kernel is given, it answers or refuses: no panic, no hanging, no number that is none."""

import os
import queue
import secrets
import subprocess
import sys
import threading
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SECONDS = int(os.environ.get("MOVETRAY_FUZZ_SECONDS", "20"))
HANG = 20.0
"""Seconds of silence after which a call hangs: of work two are too many, but the machine may be busy elsewhere."""


def kept() -> list[str]:
    """The calls that once found something: names and seeds by turns."""
    lines = (HERE / "seeds.txt").read_text("utf-8").splitlines()
    return [word for line in lines if line.startswith("kernel ") for word in line.split()[1:3]]


def fuzz(seconds: int, first: int) -> tuple[int, str]:
    """The calls that were made, and what was wrong with the last."""
    command = [sys.executable, str(HERE / "worker.py"), str(seconds), str(first), *kept()]
    worker = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said: queue.Queue[str | None] = queue.Queue()
    assert worker.stdout is not None and worker.stderr is not None
    lines, errors = worker.stdout, worker.stderr

    def listen() -> None:
        for line in lines:
            said.put(line.strip())
        said.put(None)

    threading.Thread(target=listen, daemon=True).start()
    last, calls = "", 0
    while True:
        try:
            line = said.get(timeout=HANG)
        except queue.Empty:
            worker.kill()
            return calls, f"{last} hangs"
        if line is None:
            break
        calls += 1
        last = line
    code = worker.wait()
    if code == 0:
        return calls, ""
    return calls, last if last.startswith("wrong") else f"{last} ended the process: {code} {errors.read()[-2000:]}"


def test_the_kernel_answers_or_refuses() -> None:
    calls, wrong = fuzz(SECONDS, int(os.environ.get("MOVETRAY_FUZZ_SEED", "0")))
    assert not wrong, wrong
    print(f"{calls} calls in {SECONDS} s")
    assert calls > 100 * SECONDS


@pytest.mark.soak
def test_the_kernel_answers_or_refuses_for_ten_minutes() -> None:
    first = secrets.randbelow(2**48)
    calls, wrong = fuzz(600, first)
    assert not wrong, f"{wrong} (add it to seeds.txt)"
    print(f"{calls} calls from seed {first}")
