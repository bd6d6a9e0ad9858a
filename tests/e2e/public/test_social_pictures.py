"""The pictures of link previews: each page has one that programs may read."""

import re
from urllib.robotparser import RobotFileParser

import httpx

from tests.e2e.product import Product
from webdev_certs.ui.pages.offers import OFFERS

_IMAGE = re.compile(r'<meta (?=[^>]*(?:"og:image"|"twitter:image"))[^>]*content="([^"]+)"')


def test_the_picture_of_every_page_may_be_read_by_programs_that_show_it(product: Product) -> None:
    rules = RobotFileParser()
    rules.parse(httpx.get(f"{product.url}/robots.txt").text.splitlines())
    pages = [
        url
        for prefix in ("", "/de")
        for url in re.findall("<loc>(.+?)</loc>", httpx.get(f"{product.url}{prefix}/sitemap.xml").text)
    ]
    pages += [f"{product.url}{prefix}/verify/{OFFERS[0].sample_number}" for prefix in ("", "/de")]
    found: dict[str, list[str]] = {}
    for page in pages:
        images = _IMAGE.findall(httpx.get(page, follow_redirects=True).text)
        assert images, page
        for image in images:
            found.setdefault(image, []).append(page)
    for image, users in found.items():
        assert rules.can_fetch("LinkedInBot", image), image
        assert rules.can_fetch("Twitterbot", image), image
        answer = httpx.get(image, timeout=30)
        assert answer.headers["content-type"] == "image/png", image
        if image.endswith("/social-de.png"):
            assert all("/de" in user for user in users)
    assert {f"{product.url}/social.png", f"{product.url}/social-de.png"} < set(found)
