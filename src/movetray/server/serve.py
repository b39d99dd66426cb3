"""Running the server: one process, one database, until somebody stops it."""

import fcntl
import os
from pathlib import Path

import uvicorn

from movetray.server.app import Settings, create_app
from movetray.server.limits import FRAME


class Taken(RuntimeError):  # noqa: N818 - what is wrong is in the name
    """Another server has this database open."""


def serve(host: str, port: int, database: Path, origins: tuple[str, ...] = (), quiet: bool = False) -> None:
    """Serve until SIGTERM or Ctrl+C. Raises Taken, OSError."""
    lock = only_owner(database)
    settings = Settings(f"sqlite:///{database}", origins)
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning" if quiet else "info",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    try:
        uvicorn.Server(config).run()
    finally:
        os.close(lock)


def only_owner(database: Path) -> int:
    """A lock beside the database, held until it is closed or the process dies. Raises Taken."""
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as taken:
        os.close(lock)
        raise Taken(str(database)) from taken
    return lock


if __name__ == "__main__":  # `python -m movetray.server.serve PORT FILE`: for tests and measurements
    import sys

    serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), quiet=True)
