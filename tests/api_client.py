"""A client of an API that runs in the process of the tests."""

import httpx
from fastapi import FastAPI


class ApiClient(httpx.AsyncClient):
    """Calls `app` over HTTP in this process.

    Attributes:
        app: The API, for tests that look at its database.
    """

    def __init__(self, app: FastAPI, *, ip: str = "127.0.0.1") -> None:
        """Create a client that calls from the IP address `ip`."""
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(ip, 50000))
        super().__init__(transport=transport, base_url="http://api.test")
        self.app = app
