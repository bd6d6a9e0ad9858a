"""The browser's session, the guards and navigation."""
