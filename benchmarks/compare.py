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


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table: what was measured, ours and the peer's time in seconds, and the gate.

    `ratio` is peer over ours; a `gate` None is for information. `kept` is what counts, and is free to ask more.
    """

    what: str
    ours: float
    peer: float
    peer_name: str
    gate: str
    kept: bool

    @property
    def ratio(self) -> float:
        """How many times faster than the peer."""
        return self.peer / self.ours


def interleaved(ours: Callable[[], object], peer: Callable[[], object], rounds: int = 5) -> tuple[float, float]:
    """The medians, in seconds, of so many rounds of each, taken by turns; the collector stands still meanwhile."""
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for side, work in zip(times, (ours, peer), strict=True):
                start = perf_counter()
                work()
                side.append(perf_counter() - start)
    finally:
        gc.enable()
    return statistics.median(times[0]), statistics.median(times[1])


def machine() -> str:
    """Processor, system and versions, for the record."""
    info = Path("/proc/cpuinfo")
    names = (
        [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        if (info.exists())
        else []
    )
    processor = names[0] if names else platform.processor() or platform.machine()
    packages = ", ".join(f"{name} {version(name)}" for name in ("movetray", "numpy", "shapely", "typer"))
    return f"{processor}; {platform.system()} {platform.release()}; Python {sys.version.split()[0]}; {packages}"
