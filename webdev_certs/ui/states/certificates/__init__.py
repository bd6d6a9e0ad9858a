"""State of public verification."""
