"""Calls the kernel until the time is up, in a process of its own: `worker.py SECONDS FIRST [NAME SEED]…`.

Says on standard output which seed it is at, so that whoever watches knows what it hangs in; ends with 1 at a fault.
"""

import itertools
import resource
import sys
import time

from kernel_calls import attempt, named

MEMORY = 2_000_000_000
"""Bytes: who asks for more has lost its way."""


SLOW = 10.0
"""Seconds of work that no call may take; a reach over slow ground round an oval wider than the table takes seven."""


def main() -> int:
    seconds, first, *kept = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = time.monotonic() + int(seconds)
    calls = itertools.chain(
        ((name, int(seed)) for name, seed in zip(kept[::2], kept[1::2], strict=True)),
        itertools.takewhile(
            lambda _: time.monotonic() < end, ((named(seed), seed) for seed in itertools.count(int(first)))
        ),
    )
    for name, seed in calls:
        print(name, seed, flush=True)
        before = time.process_time()
        wrong = attempt(name, seed)
        if (took := time.process_time() - before) > SLOW and wrong is None:
            wrong = f"took {took:.1f} s"
        if wrong is not None:
            print(f"wrong {name} {seed}: {wrong}", flush=True)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
