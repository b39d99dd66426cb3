"""What goes wrong, in one line: no traceback for a file, a word or a number that is not as it should be."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from typer import BadParameter

MISUSED: type[Any] = next(kind for kind in BadParameter.__mro__ if kind.__name__ == "ClickException")
"""What typer raises for words of a command that it does not understand; it shows us only some of its kinds."""


class Complaint(Exception):  # noqa: N818 - what people are told, not a fault of the program
    """Something that the person at the keyboard can mend; its text is the line that is shown."""


@contextmanager
def one_line() -> Iterator[None]:
    """Runs a command; a complaint, or a file that cannot be read, becomes one line and the exit code 2."""
    try:
        yield
    except Complaint as complaint:
        stop(str(complaint))
    except MISUSED as error:
        stop(f"{error.format_message()} (movetray --help)")
    except KeyboardInterrupt:
        sys.exit(130)
    except (UnicodeError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # `movetray … | head`: nobody reads on, which is no mistake
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        name = getattr(error, "filename", None)
        stop(f"{name}: {error.strerror}" if isinstance(error, OSError) and name else str(error))
    except Exception as error:
        from movetray.cli.house import fault_of

        line = fault_of(error)
        if line is None:
            raise
        stop(line)


def stop(line: str) -> None:
    """One line on stderr, and the exit code 2."""
    print(" ".join(line.split()), file=sys.stderr)
    sys.exit(2)
