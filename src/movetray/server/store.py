"""Where matches are kept: the repository that the server sees, and the one over SQL.

A repository is used by one thread; `Keeper` is that thread. What is asked of it together shares one transaction, and
is answered once that is on disk.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from alembic import command as alembic
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine

from movetray.server.tables import lines, links, matches

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY = 5.0
"""Seconds to wait for somebody else's lock."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match as it is kept: its lines are the match file."""

    id: str
    title: str
    secret: bytes | None
    lines: tuple[str, ...]
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be added: its place in the file from 0, and the id of its command if it is an entry."""

    number: int
    command: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a seat; `token` is the SHA-256 of what the link holds."""

    match: str
    link: int
    seat: str
    token: bytes
    revoked: bool = False


class Repository(Protocol):
    """What the server needs of a database. Everything happens inside `together`."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction: on disk when this ends well, not at all otherwise."""
        ...

    @contextmanager
    def apart(self) -> Iterator[None]:
        """A part of a transaction that can fail alone."""
        ...

    def add_match(self, kept: Kept, seats: Sequence[Link]) -> None:
        """A new match with its lines and links."""
        ...

    def find_match(self, match: str) -> Kept | None:
        """A match and all its lines."""
        ...

    def add_lines(self, match: str, added: Sequence[Line]) -> None:
        """Lines at the end of a match. Raises where one of that number or command is there."""
        ...

    def last_line(self, match: str) -> int:
        """The number of the newest line; -1 where there is none."""
        ...

    def keep_standing(self, match: str, standing: Mapping[str, Sequence[str]]) -> None:
        """The standing answers of a match."""
        ...

    def add_link(self, match: str, seat: str, token: bytes) -> Link:
        """One more link."""
        ...

    def links_of(self, match: str) -> list[Link]:
        """The links of a match, in their order."""
        ...

    def find_link(self, token: bytes) -> Link | None:
        """The link of a token's hash, revoked or not."""
        ...

    def revoke(self, match: str, link: int) -> bool:
        """Revoke a link; whether there was one."""
        ...

    def count_matches(self) -> int:
        """How many matches there are."""
        ...

    def close(self) -> None:
        """Nothing more is asked."""
        ...


class SqlStore:
    """The repository over SQLAlchemy: SQLite in WAL, or any other database that it is given the address of."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        with self._engine.connect() as connection:
            upgrade(connection)
        self._connection: Connection = self._engine.connect()

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction."""
        with self._connection.begin():
            yield

    @contextmanager
    def apart(self) -> Iterator[None]:
        """A savepoint."""
        with self._connection.begin_nested():
            yield

    def add_match(self, kept: Kept, seats: Sequence[Link]) -> None:
        """A new match with its lines and links."""
        standing = json.dumps(dict(kept.standing))
        row = {"id": kept.id, "title": kept.title, "secret": kept.secret, "standing": standing}
        self._connection.execute(matches.insert(), row)
        self.add_lines(kept.id, [_line_of(number, text) for number, text in enumerate(kept.lines)])
        rows = [_row(link) for link in seats]
        if rows:
            self._connection.execute(links.insert(), rows)

    def find_match(self, match: str) -> Kept | None:
        """A match and all its lines."""
        found = self._connection.execute(sa.select(matches).where(matches.c.id == match)).one_or_none()
        if found is None:
            return None
        texts = self._connection.execute(
            sa.select(lines.c.text).where(lines.c.match == match).order_by(lines.c.number)
        ).scalars()
        standing = {side: tuple(verbs) for side, verbs in json.loads(found.standing).items()}
        return Kept(found.id, found.title, found.secret, tuple(texts), standing)

    def add_lines(self, match: str, added: Sequence[Line]) -> None:
        """Lines at the end of a match."""
        rows = [{"match": match, "number": line.number, "command": line.command, "text": line.text} for line in added]
        self._connection.execute(lines.insert(), rows)

    def last_line(self, match: str) -> int:
        """The number of the newest line."""
        found = self._connection.execute(sa.select(sa.func.max(lines.c.number)).where(lines.c.match == match)).scalar()
        return -1 if found is None else int(found)

    def keep_standing(self, match: str, standing: Mapping[str, Sequence[str]]) -> None:
        """The standing answers of a match."""
        said = json.dumps({side: list(verbs) for side, verbs in standing.items()})
        self._connection.execute(matches.update().where(matches.c.id == match).values(standing=said))

    def add_link(self, match: str, seat: str, token: bytes) -> Link:
        """One more link."""
        last = self._connection.execute(sa.select(sa.func.max(links.c.link)).where(links.c.match == match)).scalar()
        link = Link(match, (last or 0) + 1, seat, token)
        self._connection.execute(links.insert(), _row(link))
        return link

    def links_of(self, match: str) -> list[Link]:
        """The links of a match."""
        found = self._connection.execute(sa.select(links).where(links.c.match == match).order_by(links.c.link))
        return [_link(row) for row in found]

    def find_link(self, token: bytes) -> Link | None:
        """The link of a token's hash."""
        found = self._connection.execute(sa.select(links).where(links.c.token == token)).one_or_none()
        return None if found is None else _link(found)

    def revoke(self, match: str, link: int) -> bool:
        """Revoke a link; whether there was one."""
        where = (links.c.match == match) & (links.c.link == link)
        return self._connection.execute(links.update().where(where).values(revoked=True)).rowcount > 0

    def count_matches(self) -> int:
        """How many matches there are."""
        return int(self._connection.execute(sa.select(sa.func.count()).select_from(matches)).scalar_one())

    def close(self) -> None:
        """Nothing more is asked."""
        self._connection.close()
        self._engine.dispose()


def _line_of(number: int, text: str) -> Line:
    said = json.loads(text)
    return Line(number, said.get("id"), text)


def _row(link: Link) -> dict[str, Any]:
    return {
        "match": link.match,
        "link": link.link,
        "seat": link.seat,
        "token": link.token,
        "revoked": link.revoked,
    }


def _link(row: Any) -> Link:
    return Link(row.match, row.link, row.seat, row.token, bool(row.revoked))


def _engine(url: str) -> Engine:
    # One connection for ever: the thread that keeps is the only one that asks.
    if not url.startswith("sqlite"):
        return sa.create_engine(url)
    engine = sa.create_engine(url, connect_args={"timeout": BUSY, "check_same_thread": False}, poolclass=sa.StaticPool)

    @sa.event.listens_for(engine, "connect")
    def _ready(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver begins nothing of itself: savepoints need a real BEGIN
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def upgrade(connection: Connection) -> None:
    """Bring the database to the newest schema. Raises alembic's CommandError where it is newer than this program."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.upgrade(config, "head")
    connection.commit()
