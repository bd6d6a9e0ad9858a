"""What people find in their mail: the development's mail server, read as its page reads it."""

import time

import httpx

from tests.e2e.product import Product

_PATIENCE = 20


def mailed_link(product: Product, address: str, page: str, *, number: int = 1) -> str:
    """The address of a page of ours in a mail to somebody.

    Args:
        product: what has sent the mail.
        address: of the mail.
        page: the path of the page.
        number: of the mail with such a link, the oldest first.

    Raises:
        AssertionError: there is no such mail, however long one waits.
    """
    start = f"{product.url}{page}#token="
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        answer = httpx.get(f"{product.url}/sandbox/mail/messages.json", params={"to": address}, timeout=10)
        mails = reversed(answer.raise_for_status().json()["messages"])
        links = [link for mail in mails for link in mail["links"] if link.startswith(start)]
        if len(links) >= number:
            return links[number - 1]
        time.sleep(0.2)
    raise AssertionError(f"mail {number} with a link to {page} has not come to {address}")


def confirm_address(product: Product, address: str, access_token: str) -> None:
    """Follows the link that was mailed after the registration, without a browser."""
    token = mailed_link(product, address, "/auth/confirm").partition("#token=")[2]
    headers = {"Authorization": f"Bearer {access_token}"}
    answer = httpx.post(f"{product.url}/api/auth/confirm", json={"token": token}, headers=headers, timeout=30)
    assert answer.status_code == 200, answer.text
