"""`--house`: files of house rules on the command line."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from movetray.cli.failure import Complaint
from movetray.play.house import HouseFault, blamed, read_house
from movetray.rulesets import RuleSetFault, adopting

_files: list[Path] = []
"""What is played by: who is to blame where rules fail while they judge."""


@contextmanager
def adopted(files: Iterable[Path]) -> Iterator[None]:
    """Play by what these files define, each building on those before it. What fails in them is a complaint."""
    with ExitStack() as stack:
        for file in files:
            try:
                stack.enter_context(adopting(*read_house(file)))
            except HouseFault as fault:
                raise Complaint(str(fault)) from fault
            _files.append(file)
        yield


def fault_of(error: Exception) -> str | None:
    """The line for what other people's rules did wrong, in a package or in a file; None for a fault of our own."""
    return str(error) if isinstance(error, RuleSetFault) else blamed(error, _files)
