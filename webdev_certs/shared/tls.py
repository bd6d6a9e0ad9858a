"""The certificate authorities that HTTPS clients of both tiers trust."""

from functools import cache
from ssl import SSLContext

import httpx


@cache
def trusted_authorities() -> SSLContext:
    """Return httpx's default authorities; cached, because reading them takes longer than most requests."""
    return httpx.create_ssl_context()
