"""The thread that keeps: everything asked of the repository goes through it, one transaction for all that waits."""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from movetray.server.store import Repository

T = TypeVar("T")

TOGETHER = 256
"""So many tasks at most share a transaction."""


class StorageError(Exception):
    """It could not be kept, or read: nothing has changed, as far as is known."""


Task = tuple[Callable[[Repository], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class Keeper:
    """Asks of a repository, from coroutines. `open` runs in the thread that will use what it opens."""

    def __init__(self, open_it: Callable[[], Repository]) -> None:
        self._open = open_it
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="keeper", daemon=True)
        self._opened: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()

    def start(self) -> None:
        """Open the repository. Raises what opening it raises."""
        self._thread.start()
        failure = self._opened.get()
        if failure is not None:
            raise failure

    async def do(self, task: Callable[[Repository], T]) -> T:
        """What the task returns, once its transaction is on disk. Raises StorageError."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._tasks.put((task, loop, answer))
        # A caller that is cancelled does not take its task back: what was begun is finished.
        return await asyncio.shield(answer)

    def stop(self) -> None:
        """Do what waits, and end."""
        if self._thread.is_alive():
            self._tasks.put(None)
            self._thread.join()

    def _work(self) -> None:
        try:
            repository = self._open()
        except Exception as failure:
            self._opened.put(failure)
            return
        self._opened.put(None)
        going = True
        while going:
            waiting, going = self._next()
            if waiting:
                _run(repository, waiting)
        repository.close()

    def _next(self) -> tuple[list[Task], bool]:
        """Everything that waits by now, and whether there will be more."""
        found: list[Task] = []
        task = self._tasks.get()
        while task is not None:
            found.append(task)
            if len(found) == TOGETHER:
                return found, True
            try:
                task = self._tasks.get_nowait()
            except queue.Empty:
                return found, True
        return found, False


Answer = tuple[Task, Any, Exception | None]


def _run(repository: Repository, waiting: Sequence[Task]) -> None:
    try:
        with repository.together():
            answers: list[Answer] = [(task, task[0](repository), None) for task in waiting]
    except Exception:  # one of them spoils it for all: once more, each by itself
        answers = _one_by_one(repository, waiting)
    by_loop: dict[asyncio.AbstractEventLoop, list[Answer]] = {}
    for answer in answers:
        by_loop.setdefault(answer[0][1], []).append(answer)
    for loop, theirs in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, theirs)


def _one_by_one(repository: Repository, waiting: Sequence[Task]) -> list[Answer]:
    answers: list[Answer] = []
    try:
        with repository.together():
            for task in waiting:
                try:
                    with repository.apart():
                        answers.append((task, task[0](repository), None))
                except Exception as failure:
                    answers.append((task, None, failure))
    except Exception as failure:
        answers = [(task, None, failure) for task in waiting]
    return answers


def _answer(answers: Sequence[Answer]) -> None:
    for (_, _, future), value, failure in answers:
        if future.done():
            continue
        if failure is None:
            future.set_result(value)
        else:
            wrong = StorageError(str(failure))
            wrong.__cause__ = failure
            future.set_exception(wrong)
