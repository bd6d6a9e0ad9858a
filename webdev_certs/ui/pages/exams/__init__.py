"""The certification test and its result."""
