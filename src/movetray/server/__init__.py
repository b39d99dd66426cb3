"""The table for several people: one referee, one record, a seat for everybody. Needs the extra `server`."""
