"""Mails in the sandbox's mail server."""

from tests.e2e.product import Product
from tests.waiting import block_until


def mailed_link(product: Product, email: str, page: str, *, number: int = 1) -> str:
    """Wait for a mail with a link to a page, and return the link.

    Args:
        product: The product that sends the mail.
        email: The recipient.
        page: Path of the page.
        number: Number of the mail among those with a link to the page, the oldest first.

    Raises:
        AssertionError: If the mail does not arrive in time.
    """
    start = f"{product.url}{page}#token="

    def links() -> list[str]:
        answer = product.http.get("/sandbox/mail/messages.json", params={"to": email})
        mails = reversed(answer.raise_for_status().json()["messages"])
        return [link for mail in mails for link in mail["links"] if link.startswith(start)]

    missing = f"mail {number} with a link to {page} has not arrived at {email}"
    block_until(lambda: len(links()) >= number, lambda: missing)
    return links()[number - 1]


def confirm_email(product: Product, email: str, access_token: str) -> None:
    """Confirm an email with the token of the mailed link, without a browser."""
    token = mailed_link(product, email, "/auth/confirm").partition("#token=")[2]
    headers = {"Authorization": f"Bearer {access_token}"}
    answer = product.http.post("/api/auth/confirm", json={"token": token}, headers=headers)
    assert answer.status_code == 200, answer.text
