"""The server tier: the HTTP API, its use-cases and everything below them."""
