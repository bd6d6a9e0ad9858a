"""The base of the calls to the API."""

from urllib.parse import quote

from webdev_certs.ui.client.sender import Sender


class Calls:
    """Base class of the calls: holds the sender of one browser."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._page = sender.page
        self._request = sender.request


def segment(value: str) -> str:
    """Return a value as one segment of a path. Values come from the browser's URL, so they are escaped."""
    return quote(value, safe="").replace(".", "%2E") or "-"
