"""States of practice and its review."""
