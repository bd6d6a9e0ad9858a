"""Practice sessions: items with feedback after each answer."""
