"""The browser's login session, the guards and navigation, and handlers that use the login session."""
