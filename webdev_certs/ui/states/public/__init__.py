"""States of screens that need no account."""
