"""Alembic runs here on the connection that the store hands over."""

from alembic import context

from movetray.server.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
