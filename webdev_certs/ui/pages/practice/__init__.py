"""Practice and its review."""
