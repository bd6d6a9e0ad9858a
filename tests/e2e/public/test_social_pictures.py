"""The pictures of link previews: each page has one that programs may read."""

import re
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import httpx

from tests.e2e.product import Product
from webdev_certs.ui.pages.offers import OFFERS

_IMAGE = re.compile(r'<meta (?=[^>]*(?:"og:image"|"twitter:image"))[^>]*content="([^"]+)"')


def test_the_picture_of_every_page_may_be_read_by_programs_that_show_it(product: Product) -> None:
    # The built pages and sitemaps contain the origin they are built for: maybe that of another test process.
    with httpx.Client(base_url=product.url, follow_redirects=True, timeout=30) as client:
        rules = RobotFileParser()
        rules.parse(client.get("/robots.txt").text.splitlines())
        pages = [
            urlsplit(url).path
            for prefix in ("", "/de")
            for url in re.findall("<loc>(.+?)</loc>", client.get(f"{prefix}/sitemap.xml").text)
        ]
        pages += [f"{prefix}/verify/{OFFERS[0].specimen_number}" for prefix in ("", "/de")]
        found: dict[str, list[str]] = {}
        for page in pages:
            images = _IMAGE.findall(client.get(page).text)
            assert images, page
            for image in images:
                found.setdefault(urlsplit(image).path, []).append(page)
        for image, users in found.items():
            assert rules.can_fetch("LinkedInBot", image), image
            assert rules.can_fetch("Twitterbot", image), image
            assert client.get(image).headers["content-type"] == "image/png", image
            if image == "/social-de.png":
                assert all(user.startswith("/de/") for user in users)
        assert {"/social.png", "/social-de.png"} < set(found)
