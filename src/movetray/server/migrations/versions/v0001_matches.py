"""Matches, their lines, the links to their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("standing", sa.Text, nullable=False),
    )
    op.create_table(
        "lines",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("command", sa.String(64)),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("match", "command", name="one_line_a_command"),
    )
    op.create_table(
        "links",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("link", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Nothing is left."""
    for table in ("links", "lines", "matches"):
        op.drop_table(table)
