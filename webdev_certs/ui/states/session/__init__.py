"""The browser's session, the guards and navigation, and handlers that use the session."""
