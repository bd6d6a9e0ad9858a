"""Pages of certificates: a user's own ones, and public verification."""
