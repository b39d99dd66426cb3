"""`make bench`: every race, one table, exit 1 where a ratio is missed. Names given pick some: `sweep judge`."""

import importlib
import os
import sys

from benchmarks.compare import machine, report

RACES = ("sweep", "blocks", "judge", "unit", "route", "ruins", "cli")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS")


def main(names: list[str]) -> int:
    """Runs the races and prints what came of them."""
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    results = []
    for name in names or RACES:
        print(f"{name} …", file=sys.stderr, flush=True)
        results += importlib.import_module(f"benchmarks.bench_{name}").run()
    print(machine())
    print("One thread on one core; medians of interleaved rounds; equal answers asserted first.\n")
    print(report(results))
    return 0 if all(result.kept for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
