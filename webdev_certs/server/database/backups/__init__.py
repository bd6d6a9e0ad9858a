"""Backups of the database: the content of SQLite's file, or a dump of PostgreSQL, encrypted by setting."""
