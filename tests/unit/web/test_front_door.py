"""What stands before the pages: addresses, redirects, cache rules – before an app and before built files."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from webdev_certs.web.front_door import FrontDoor
from webdev_certs.ui.pages import routes

PAGES = ("/", "/about", "/auth/login", "/dashboard", "/dashboard/profile")
DYNAMIC = {
    "/verify/[number]": ("/verify/WDC-1", "/verify/WDC-1/", "/verify/%5Bnumber%5D", "/verify/a%20%00b"),
    "/practice-test/[technology]": ("/practice-test/react",),
    "/practice-test/[technology]/[difficulty]": ("/practice-test/react/advanced",),
}
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
IMMUTABLE = "public, max-age=31536000, immutable"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Pages as the build leaves them: a folder with an `index.html` each."""
    for page in (*PAGES, *DYNAMIC):
        folder = tmp_path / page.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(f"<h1>{page}</h1>")
    (tmp_path / "404.html").write_text("<h1>shell</h1>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1a2b3c.js").write_text("export {}")
    (tmp_path / "tokens.css").write_text("a{}")
    (tmp_path / "assets" / "frame.html").write_text("<p>")
    return tmp_path


@pytest.fixture
def seen() -> list[tuple[str, bytes]]:
    """Path and raw path of every request that came through."""
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


# Pages


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("page", PAGES)
async def test_pages_answer_at_once_without_a_slash(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, page: str
):
    response = await visitor.request(method, f"{page}?a=b")
    assert response.status_code == 200
    assert response.text == ("" if method == "HEAD" else f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    path = page if page == "/" else page + "/"
    assert seen == [(path, path.encode())]


@pytest.mark.parametrize("page", PAGES)
async def test_and_with_one(visitor: httpx.AsyncClient, page: str):
    assert (await visitor.get(page.rstrip("/") + "/")).status_code == 200


@pytest.mark.parametrize(("page", "address"), [(page, at) for page in DYNAMIC for at in DYNAMIC[page]])
async def test_all_addresses_of_a_dynamic_page_have_its_document(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], page: str, address: str
):
    response = await visitor.get(address)
    assert (response.status_code, response.text) == (200, f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    assert seen == [(f"{page}/", f"{page}/".encode())]


def test_no_page_hides_behind_a_redirect():
    assert {route.path for route in routes.ROUTES}.isdisjoint(routes.REDIRECTS)


# Redirects


def test_there_are_four_redirects_to_paths_of_our_own():
    assert routes.REDIRECTS == {
        "/certificates": "/dashboard/my-certificates",
        "/certifications": "/dashboard/certifications",
        "/practice": "/dashboard/practice",
        "/progress": "/dashboard/progress",
    }


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(("path", "target"), routes.REDIRECTS.items())
async def test_old_addresses_lead_on(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, path: str, target: str
):
    for written in (path, path + "/"):
        response = await visitor.request(method, written)
        assert (response.status_code, response.headers["location"]) == (308, target)
    assert seen == []


@pytest.mark.parametrize("query", ["a=b&c=%2F%26", "a=%E2%82%AC", "q=a+b", "%0d%0aX:y"])
async def test_their_query_stays(visitor: httpx.AsyncClient, query: str):
    response = await visitor.get(f"/practice?{query}")
    assert response.headers["location"] == f"/dashboard/practice?{query}"


# What is not there


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/nowhere/deep/", "/about/more", "/auth", "/About", "/a.png", "/%2e%2e"),
        *("/verify", "/verify/", "/verify//", "/verify/WDC-1/more", "/practice-test/a/b/c"),
    ],
)
async def test_unknown_visits_lead_home(visitor: httpx.AsyncClient, method: str, path: str):
    response = await visitor.request(method, f"https://certs.test{path}?a=b")
    assert (response.status_code, response.headers["location"]) == (302, "/")
    assert "shell" not in response.text
    assert "immutable" not in response.headers.get("cache-control", "")


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/missing.png", "image/avif,*/*"),
        ("/nowhere", "*/*"),
        ("/nowhere", "application/json"),
        ("/assets/app-0000.js", HTML["Accept"]),
        ("/assets/app-0000.js", "*/*"),
        ("/api/nowhere", HTML["Accept"]),
        ("/api/nowhere", "application/json"),
        ("/.well-known/nowhere", HTML["Accept"]),
        ("/_event/x", HTML["Accept"]),
    ],
)
async def test_unknown_files_and_calls_stay_not_found(visitor: httpx.AsyncClient, path: str, accept: str):
    response = await visitor.get(path, headers={"Accept": accept})
    assert response.status_code == 404
    assert "location" not in response.headers
    assert "cache-control" not in response.headers


async def test_without_an_accept_header_nobody_is_redirected(door: FrontDoor):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://x.test") as program:
        del program.headers["accept"]
        assert (await program.get("/nowhere")).status_code == 404


async def test_locations_are_never_absolute(visitor: httpx.AsyncClient):
    """Behind a TLS proxy the host and the scheme that we see are not the visitor's."""
    paths = [*PAGES, *routes.REDIRECTS, "/nowhere", "/auth", "/auth/", "/dashboard/", "/assets", "/assets/"]
    for path in paths:
        location = (await visitor.get(path)).headers.get("location", "/")
        assert location.startswith("/"), path
        assert not location.startswith("//"), path


async def test_other_errors_pass(visitor: httpx.AsyncClient):
    response = await visitor.get("/api/broken")
    assert (response.status_code, response.text) == (500, "<p>")
    assert "cache-control" not in response.headers


# Cache rules


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/about", "no-cache"),
        ("/assets/app-1a2b3c.js", IMMUTABLE),
        ("/assets/frame.html", IMMUTABLE),
        ("/tokens.css", "no-cache"),
        ("/api/echo", None),
        ("/api/private", "no-store"),
    ],
)
async def test_cache_rules(visitor: httpx.AsyncClient, path: str, rule: str | None):
    response = await visitor.get(path)
    assert response.status_code == 200
    assert response.headers.get("cache-control") == rule


async def test_what_is_unchanged_is_not_sent_again(visitor: httpx.AsyncClient):
    first = await visitor.get("/assets/app-1a2b3c.js")
    again = await visitor.get("/assets/app-1a2b3c.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == IMMUTABLE
