"""How the benchmarks measure: two rivals in one run, rounds interleaved, medians, and the ratio that must hold."""

import gc
import platform
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

ROUNDS, TRIES = 5, 9


@dataclass(frozen=True, slots=True)
class Rival:
    """One way of doing the work: `work` does it `calls` times over. All preparation is done before."""

    name: str
    work: Callable[[], object]
    calls: int = 1


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table: seconds a call of ours and of the peer, what has to hold, and whether it does."""

    what: str
    ours: float
    peer: float | None
    peer_name: str
    gate: str
    kept: bool


def race(ours: Rival, peer: Rival, rounds: int = ROUNDS, tries: int = TRIES) -> tuple[float, float]:
    """Seconds a call of each: medians of so many rounds, taken by turns, the garbage collector standing still.

    A round counts the quickest of a few tries of each: what is slower was disturbed by another program.
    """
    rivals = (ours, peer)
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            turns = [[_timed(rival.work) / rival.calls for rival in rivals] for _ in range(tries)]
            for taken, mine in zip(times, zip(*turns, strict=True), strict=True):
                taken.append(min(mine))
    finally:
        gc.enable()
    return statistics.median(times[0]), statistics.median(times[1])


def _timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def at_least(what: str, times: int, ours: Rival, peer: Rival) -> Result:
    """Races the two; ours has to be so many times as fast."""
    mine, theirs = race(ours, peer)
    return Result(what, mine, theirs, peer.name, f">= {times}x", theirs >= times * mine)


def seconds(value: float) -> str:
    """A duration in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def report(results: list[Result]) -> str:
    """The results as a Markdown table."""
    rows = [("what", "movetray", "peer", "ratio", "gate", "")]
    for result in results:
        peer = f"{seconds(result.peer)} ({result.peer_name})" if result.peer else "-"
        ratio = f"{result.peer / result.ours:.3g}x" if result.peer else "-"
        rows.append((result.what, seconds(result.ours), peer, ratio, result.gate, "kept" if result.kept else "MISSED"))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def machine() -> str:
    """Processor, system and versions, for the record."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    processor = next(named, platform.processor() or platform.machine())
    packages = ", ".join(f"{name} {version(name)}" for name in ("movetray", "numpy", "scipy", "shapely", "typer"))
    return f"{processor}; {platform.system()} {platform.release()}; Python {sys.version.split()[0]}; {packages}"
