"""Which certificate authorities the gateways believe."""

from functools import cache
from ssl import SSLContext

import httpx


@cache
def authorities() -> SSLContext:
    """Those that httpx trusts by default; read once, because that takes longer than most requests."""
    return httpx.create_ssl_context()
