"""Paths, redirects and cache rules of the front door."""

import httpx
import pytest

from tests.unit.web.conftest import DYNAMIC, HTML, PAGES
from webdev_certs.ui.pages import routes
from webdev_certs.web.front_door import FrontDoor

IMMUTABLE = "public, max-age=31536000, immutable"


# Pages


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("page", PAGES)
async def test_a_page_is_served_without_a_redirect_to_a_trailing_slash(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, page: str
):
    response = await visitor.request(method, f"{page}?a=b")
    assert response.status_code == 200
    assert response.text == ("" if method == "HEAD" else f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    path = page if page == "/" else page + "/"
    assert seen == [(path, path.encode())]


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_is_served_with_a_trailing_slash(visitor: httpx.AsyncClient, page: str):
    assert (await visitor.get(page.rstrip("/") + "/")).status_code == 200


@pytest.mark.parametrize(("page", "path"), [(page, path) for page in DYNAMIC for path in DYNAMIC[page]])
async def test_every_path_of_a_dynamic_route_gets_its_document(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], page: str, path: str
):
    response = await visitor.get(path)
    assert (response.status_code, response.text) == (200, f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    assert seen == [(f"{page}/", f"{page}/".encode())]


# Redirects


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(("path", "target"), routes.REDIRECTS.items())
async def test_old_paths_redirect(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, path: str, target: str
):
    for written in (path, path + "/"):
        response = await visitor.request(method, written)
        assert (response.status_code, response.headers["location"]) == (308, target)
    assert seen == []


@pytest.mark.parametrize("query", ["a=b&c=%2F%26", "a=%E2%82%AC", "q=a+b", "%0d%0aX:y"])
async def test_a_redirect_keeps_the_query(visitor: httpx.AsyncClient, query: str):
    response = await visitor.get(f"/practice?{query}")
    assert response.headers["location"] == f"/dashboard/practice?{query}"


# Unknown paths


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/nowhere/deep/", "/about/more", "/auth", "/About", "/a.png", "/%2e%2e"),
        *("/verify", "/verify/", "/verify//", "/verify/WDC-1/more", "/practice-test/a/b/c"),
    ],
)
async def test_unknown_pages_redirect_to_the_home_page(visitor: httpx.AsyncClient, method: str, path: str):
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
async def test_unknown_files_and_calls_are_not_found(visitor: httpx.AsyncClient, path: str, accept: str):
    response = await visitor.get(path, headers={"Accept": accept})
    assert response.status_code == 404
    assert "location" not in response.headers
    # An upgrade can add a file with this hash after an old instance was asked for it.
    assert response.headers.get("cache-control") == ("no-store" if path.startswith("/assets/") else None)
    assert not path.startswith("/assets/") or not {"etag", "last-modified"} & set(response.headers)


async def test_without_an_accept_header_an_unknown_path_is_not_found(door: FrontDoor):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://x.test") as program:
        del program.headers["accept"]
        assert (await program.get("/nowhere")).status_code == 404


async def test_locations_are_never_absolute(visitor: httpx.AsyncClient):
    """Behind a TLS proxy the server sees another host and scheme than the visitor."""
    paths = [*PAGES, *routes.REDIRECTS, "/nowhere", "/auth", "/auth/", "/dashboard/", "/assets", "/assets/"]
    for path in paths:
        location = (await visitor.get(path)).headers.get("location", "/")
        assert location.startswith("/"), path
        assert not location.startswith("//"), path


async def test_other_errors_are_passed_on(visitor: httpx.AsyncClient):
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
        ("/fonts/inter-1a2b3c.woff2", IMMUTABLE),
        ("/tokens.css", "no-cache"),
        ("/api/echo", None),
        ("/api/private", "no-store"),
    ],
)
async def test_cache_rules(visitor: httpx.AsyncClient, path: str, rule: str | None):
    response = await visitor.get(path)
    assert response.status_code == 200
    assert response.headers.get("cache-control") == rule


async def test_an_unchanged_file_is_not_sent_again(visitor: httpx.AsyncClient):
    first = await visitor.get("/assets/app-1a2b3c.js")
    again = await visitor.get("/assets/app-1a2b3c.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == IMMUTABLE
