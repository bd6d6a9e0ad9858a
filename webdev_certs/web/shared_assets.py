"""Scripts, styles and fonts of other releases, which tabs ask this process for while both releases run."""

import re
from pathlib import Path

from starlette.responses import FileResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE
from webdev_certs.web.releases import find_asset

_LANGUAGES = "|".join(code for code in LANGUAGES if code != SOURCE_LANGUAGE)
_ASSET = re.compile(rf"/((?:(?:{_LANGUAGES})/)?(?:assets|fonts)/[\w-][\w.~-]*)")
"""The path of a file with a hash in its name; it names no other folder."""


class SharedAssets:
    """ASGI middleware around the app that serves the built pages."""

    def __init__(self, app: ASGIApp, pages: Path, releases: Path) -> None:
        """Wrap an app.

        Args:
            app: The app.
            pages: The folder of the pages that it serves.
            releases: The folder with the releases of all processes (`web.releases`).
        """
        self._app = app
        self._pages = pages
        self._releases = releases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = _ASSET.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked and scope["method"] in ("GET", "HEAD") and not (self._pages / asked[1]).exists():
            found = find_asset(self._releases, asked[1])
            if found:
                await FileResponse(found)(scope, receive, send)
                return
        await self._app(scope, receive, send)
