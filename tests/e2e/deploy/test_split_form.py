"""Two processes in the split form, behind nginx with the file of deploy/nginx."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import SystemRandom

import httpx
import pytest

from tests.contract.proxies.proxy import Proxy, nginx, split
from tests.e2e.product import Product
from tests.ports import free_port
from webdev_certs.server.domain.certificate_numbers import new_number

_LOOKUPS = 3
"""How many numbers that do not exist one IP address may ask for here."""


@pytest.fixture
def proxy(sqlite_template: Path, tmp_path: Path) -> Iterator[Proxy]:
    """Serve the API and the pages by a process each, and run nginx before them."""
    database, door = tmp_path / "test.db", free_port()
    shutil.copy(sqlite_template, database)
    (tmp_path / "pages").mkdir()
    api = Product(free_port(), tmp_path, f"sqlite+aiosqlite:///{database}")
    pages = Product(free_port(), tmp_path / "pages", "")
    api.environment |= {
        "TRUSTED_PROXIES": "1",
        "UI_TIERS": "127.0.0.0/29",
        # Those of production but for one.
        "LIMITS": "",
        "LIMITS__CERTIFICATE__IP": f"{_LOOKUPS}/hour",
    }
    pages.environment |= {"TRUSTED_PROXIES": "1", "API_URL": f"http://127.0.0.1:{door}"}
    try:
        api.start()
        pages.start()
        with nginx("webdev-certs-split.conf", split(at(pages), at(api), door), tmp_path) as running:
            yield running
    finally:
        pages.kill()
        api.kill()


@pytest.mark.usefixtures("built_port")
def test_users_of_the_pages_have_limits_of_their_own(proxy: Proxy):
    with visitor(proxy, "127.0.0.8") as ada, visitor(proxy, "127.0.0.9") as grace:
        for _ in range(_LOOKUPS):
            assert ada.get(f"/verify/{unknown_number()}").is_success
        # What the pages looked up for her counts like what she looks up herself.
        assert ada.get(f"/api/verify/{unknown_number()}").status_code == 429
        assert grace.get(f"/api/verify/{unknown_number()}").status_code == 404


def at(process: Product) -> str:
    """Return the IP address and port of a process."""
    return f"{process.host}:{process.port}"


def visitor(proxy: Proxy, ip: str) -> httpx.Client:
    """Return a browser at an IP address of this machine."""
    transport = httpx.HTTPTransport(local_address=ip, verify=proxy.trust)
    return httpx.Client(transport=transport, base_url=f"https://localhost:{proxy.port}", timeout=30)


def unknown_number() -> str:
    """Return the number of a certificate that does not exist."""
    return new_number("react", SystemRandom())
