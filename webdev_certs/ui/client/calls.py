"""What all calls of one browser use."""

from urllib.parse import quote

from webdev_certs.ui.client.sender import Sender


class Calls:
    """What all calls of one browser use."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._page = sender.page
        self._request = sender.request


def segment(value: str) -> str:
    # Values come from the URL: escaped, each stays one segment of the path.
    return quote(value, safe="").replace(".", "%2E") or "-"
