"""The tables of the database. The lines of the log are the record; everything else can be lost but the secrets."""

import sqlalchemy as sa

metadata = sa.MetaData()

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary),  # None: an imported match whose secret is not known
    sa.Column("standing", sa.Text, nullable=False),  # side to the verbs it never takes, as JSON
)

lines = sa.Table(
    "lines",
    metadata,
    sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # 0 is the header, then the entries by their n, then the end
    sa.Column("command", sa.String(64)),  # the id of the command; none of the header and the end
    sa.Column("text", sa.Text, nullable=False),
    sa.UniqueConstraint("match", "command", name="one_line_a_command"),
)

links = sa.Table(
    "links",
    metadata,
    sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("link", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("token", sa.LargeBinary, nullable=False, unique=True),  # SHA-256
    sa.Column("revoked", sa.Boolean, nullable=False),
)
