"""Two processes of the product behind nginx, at the URL that the pages are built for."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.contract.proxies.proxy import nginx
from tests.e2e.product import Product
from tests.ports import free_port


@contextmanager
def behind_nginx(product: Product, folder: Path) -> Iterator[tuple[Product, Product]]:
    """Serve the product's data by two processes instead of its own, for the duration of the block.

    Args:
        product: The product, which is stopped. Its fixture starts it again after the test.
        folder: A folder for the files of the processes.

    Yields:
        The processes, which have not been started.
    """
    product.kill()
    with ExitStack() as held:
        fleet = []
        for name in ("first", "second"):
            own = folder / name
            own.mkdir()
            process = Product(free_port(), own, product.database_url)
            process.environment |= {
                "PUBLIC_URL": product.url,
                "TRUSTED_PROXIES": "1",
                # All have the same keys.
                "DATA_DIR": product.environment["DATA_DIR"],
            }
            held.callback(process.kill)
            fleet.append(process)
        held.enter_context(before(fleet, f"{product.host}:{product.port}", folder))
        yield fleet[0], fleet[1]


@contextmanager
def before(processes: Sequence[Product], address: str, folder: Path) -> Iterator[None]:
    """Run nginx with the shipped file before processes, for the duration of the block.

    Args:
        processes: At least two processes.
        address: Where nginx listens: IP address and port.
        folder: Where nginx may write.
    """
    # Without TLS, because the pages are built for a URL without it.
    shipped = {"listen 443 ssl": f"listen {address}; #"}
    for failing in ("fail_timeout=2s", "max_fails=0"):
        first, *others = (f"server {process.host}:{process.port} {failing};" for process in processes)
        shipped[f"server 127.0.0.1:8000 {failing};"] = first
        shipped[f"server 127.0.0.1:8001 {failing};"] = " ".join(others)
    with nginx("webdev-certs.conf", shipped, folder):
        yield
