"""Calls the kernel until the time is up, in a process of its own: `worker.py SECONDS FIRST [SEED…]`.

Says on standard output which seed it is at, so that whoever watches knows what it hangs in; ends with 1 at a fault.
"""

import resource
import sys
import time

from kernel_calls import attempt

MEMORY = 2_000_000_000
"""Bytes: who asks for more has lost its way."""


def main() -> int:
    seconds, first, *kept = (int(said) for said in sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    end = time.monotonic() + seconds
    done = 0
    for seed in kept:
        if (wrong := tried(seed)) is not None:
            return fault(seed, wrong)
    while time.monotonic() < end:
        if (wrong := tried(first + done)) is not None:
            return fault(first + done, wrong)
        done += 1
    print(f"done {done}", flush=True)
    return 0


def tried(seed: int) -> str | None:
    print(seed, flush=True)
    return attempt(seed)


def fault(seed: int, wrong: str) -> int:
    print(f"seed {seed}: {wrong}", flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())
