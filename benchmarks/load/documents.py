"""Loading a page's document with the scripts that it needs, as a browser does before a page can be used."""

import re
from collections.abc import Iterator

import httpx

from benchmarks.load.measurements import Failed

_SCRIPT = re.compile(r'(?:href|src)="((?:/[a-z]{2})?/assets/[^"]+\.(?:js|css))"')


def scripts_of(document: str) -> Iterator[str]:
    """Yield the paths of the scripts and styles that a document names, each once."""
    yield from dict.fromkeys(_SCRIPT.findall(document))


class BrowserCache:
    """Loads documents, and each script only once, because its name changes with its content."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._known: set[str] = set()

    async def load(self, path: str) -> None:
        """Load a page.

        Raises:
            Failed: The document or one of its scripts did not come, so the page is dead.
        """
        document = await self._get(path)
        for script in scripts_of(document):
            if script not in self._known:
                await self._get(script)
                self._known.add(script)

    async def _get(self, path: str) -> str:
        try:
            response = await self._client.get(path)
        except httpx.TransportError as error:
            raise Failed(f"dead page, {type(error).__name__}") from error
        if not response.is_success:
            raise Failed(f"dead page, {response.status_code}")
        return response.text
