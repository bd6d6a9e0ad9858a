"""A front door before an app and before built pages."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from webdev_certs.ui.pages import routes
from webdev_certs.web.front_door import FrontDoor

PAGES = ("/", "/about", "/auth/login", "/dashboard", "/dashboard/profile")
DYNAMIC = {
    "/verify/[number]": ("/verify/WDC-1", "/verify/WDC-1/", "/verify/%5Bnumber%5D", "/verify/a%20%00b"),
    "/practice-test/[technology]": ("/practice-test/react",),
    "/practice-test/[technology]/[difficulty]": ("/practice-test/react/advanced",),
}
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return a folder with pages as the build writes them: an `index.html` in a folder for each page."""
    for page in (*PAGES, *DYNAMIC):
        folder = tmp_path / page.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(f"<h1>{page}</h1>")
    (tmp_path / "404.html").write_text("<h1>shell</h1>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b3c.js").write_text("export {}")
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "inter-1a2b3c.woff2").write_bytes(b"wOF2")
    (tmp_path / "tokens.css").write_text("a{}")
    (tmp_path / "assets" / "frame.html").write_text("<p>")
    return tmp_path


@pytest.fixture
def seen() -> list[tuple[str, bytes]]:
    """Return the list of path and raw path of each request that reaches the app."""
    return []


@pytest.fixture
def door(built: Path, seen: list[tuple[str, bytes]]) -> FrontDoor:
    async def echo(request) -> Response:
        return PlainTextResponse(await request.body(), headers={"X-Query": request.url.query})

    async def private(_request) -> Response:
        return Response("<p>", media_type="text/html", headers={"Cache-Control": "no-store"})

    async def missing(_request) -> Response:
        return Response('{"code": "not_found"}', 404, media_type="application/problem+json")

    async def broken(_request) -> Response:
        return Response("<p>", 500, media_type="text/html")

    inner = Starlette(
        routes=[
            Route("/api/echo", echo, methods=["GET", "POST"]),
            Route("/api/private", private),
            Route("/api/broken", broken),
            Route("/api/{path:path}", missing),
            Route("/.well-known/{path:path}", missing),
            Mount("/", StaticFiles(directory=built, html=True)),
        ]
    )

    async def note(scope, receive, send) -> None:
        seen.append((scope["path"], scope["raw_path"]))
        await inner(scope, receive, send)

    return FrontDoor(note, (*PAGES, *DYNAMIC), routes.REDIRECTS)


@pytest.fixture
async def visitor(door: FrontDoor):
    transport = httpx.ASGITransport(door)
    async with httpx.AsyncClient(transport=transport, base_url="https://certs.test", headers=HTML) as client:
        yield client
