"""The styleguide, in development only: every component in every state."""
