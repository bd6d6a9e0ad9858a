"""Link previews in the HTML of single certificates."""

from dataclasses import replace

import httpx
import pytest
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from webdev_certs.web.link_previews import LinkPreviews, Preview

PAGE = (
    '<html><head><meta charSet="utf-8"/><title>General</title><meta content="General" name="description"/>'
    '<meta content="general.png" property="og:image"/><meta content="website" property="og:type"/>'
    '<meta content="General" property="og:site_name"/><meta content="General" property="og:image:alt"/>'
    '<meta content="General" property="og:title"/><meta content="summary" name="twitter:card"/>'
    '<meta content="light dark" name="color-scheme"/><script>let a = 1;</script></head>'
    "<body>Text</body></html>"
)
PREVIEW = Preview(
    'Ada "&<script>alert(1)</script>',
    "Valid <certificate>",
    url="https://certs.example/verify/WDC-1",
    image="https://certs.example/card.png",
    image_text="Ada",
)


class Site:
    """The pages, the previews of some numbers, and what was asked."""

    def __init__(self) -> None:
        self.now = 0.0
        self.known = {"WDC-1": PREVIEW}
        self.asked: list[tuple[str, str]] = []
        self.sends_files = False
        self.headers: list[tuple[bytes, bytes]] = []

    async def read(self, number: str, ip: str) -> Preview | None:
        self.asked.append((number, ip))
        return self.known.get(number)

    async def pages(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.headers = scope["headers"]
        answer: Response = HTMLResponse(PAGE, headers={"ETag": '"general"', "Last-Modified": "yesterday"})
        if "http.response.pathsend" in scope.get("extensions", {}):
            answer = FileResponse(__file__)
        if scope["path"].endswith(".txt"):
            answer = PlainTextResponse("text")
        await answer(scope, receive, send)

    def client(self) -> httpx.AsyncClient:
        previews = LinkPreviews(self.pages, {"verify": self.read}, clock=lambda: self.now)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            # As Granian does, which sends files by itself.
            extensions = {"http.response.pathsend": {}} if self.sends_files else {}
            await previews({**scope, "extensions": extensions}, receive, send)

        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=("192.0.2.1", 1)), base_url="http://certs.example"
        )


@pytest.fixture
def site() -> Site:
    return Site()


async def test_a_certificates_page_has_its_own_tags_escaped(site: Site):
    async with site.client() as client:
        response = await client.get("/verify/WDC-1/", headers={"Accept-Encoding": "identity"})
    html = response.text
    assert "General" not in html
    assert "<script>alert" not in html
    assert "<title>Ada &quot;&amp;&lt;script&gt;" in html
    assert html.count('property="og:site_name"') == html.count('property="og:image:alt"') == 1
    assert html.count("<title>") == html.count('name="description"') == html.count('property="og:image"') == 1
    assert '<link href="https://certs.example/verify/WDC-1" rel="canonical"/>' in html
    assert 'content="summary_large_image" name="twitter:card"' in html
    for kept in ("charSet", "color-scheme", "let a = 1;", "<body>Text</body>"):
        assert kept in html
    assert "etag" not in response.headers
    assert "last-modified" not in response.headers
    assert response.headers["cache-control"] == "no-cache"
    assert int(response.headers["content-length"]) == len(response.content)
    assert site.asked == [("WDC-1", "192.0.2.1")]


async def test_conditional_and_range_requests_get_the_whole_page(site: Site):
    async with site.client() as client:
        headers = {"If-None-Match": '"general"', "Range": "bytes=0-9", "Accept-Encoding": "gzip, br"}
        response = await client.get("/verify/WDC-1", headers=headers)
    assert response.status_code == 200
    assert {name for name, _ in site.headers} & {b"if-none-match", b"range", b"accept-encoding"} == set()
    assert response.headers["content-encoding"] == "gzip"
    assert response.headers["vary"] == "Accept-Encoding"
    assert "Ada" in response.text


async def test_the_preview_is_there_even_if_the_server_sends_files_by_itself(site: Site):
    site.sends_files = True
    async with site.client() as client:
        assert "Ada" in (await client.get("/verify/WDC-1")).text


async def test_head_has_the_headers_alone(site: Site):
    async with site.client() as client:
        head = await client.head("/verify/WDC-1", headers={"Accept-Encoding": "gzip"})
        get = await client.get("/verify/WDC-1", headers={"Accept-Encoding": "gzip"})
    assert head.content == b""
    assert head.headers["content-length"] == get.headers["content-length"]


@pytest.mark.parametrize("path", ["/verify/WDC-2", "/verify", "/verify/", "/about", "/verify/WDC-1/more"])
async def test_other_pages_stay_as_they_are(site: Site, path: str):
    async with site.client() as client:
        assert (await client.get(path)).text == PAGE
        assert (await client.post("/verify/WDC-1")).text == PAGE


async def test_other_files_stay_as_they_are(site: Site):
    site.known["a.txt"] = PREVIEW
    async with site.client() as client:
        assert (await client.get("/verify/a.txt")).text == "text"


async def test_a_preview_is_kept_for_less_than_a_minute(site: Site):
    async with site.client() as client:
        await client.get("/verify/WDC-1")
        site.known["WDC-1"] = replace(PREVIEW, title="Revoked")
        assert "Revoked" not in (await client.get("/verify/WDC-1")).text
        site.now += 30
        assert "Revoked" in (await client.get("/verify/WDC-1")).text
        assert len(site.asked) == 2
        for _ in range(2):
            await client.get("/verify/WDC-2")
    assert len(site.asked) == 4, "what does not exist is not kept"
