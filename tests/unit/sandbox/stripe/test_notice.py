"""Every page of the Stripe sandbox says that it is a sandbox."""

import io
from pathlib import Path

import pypdf

from tests.stripe_shop import PUBLIC_BASE, Shop
from webdev_certs.sandbox.stripe import pages

NOTICE = "<strong>Sandbox.</strong> This page replaces Stripe during development. No money moves."
TEMPLATES = Path(pages.__file__).with_name("templates")


def test_every_page_is_made_of_the_one_with_the_notice():
    assert NOTICE in (TEMPLATES / "page.html").read_text()
    others = {file.name: file.read_text() for file in TEMPLATES.iterdir() if file.name != "page.html"}
    whole = [name for name, text in others.items() if text.startswith('{% extends "page.html" %}')]
    # The others are parts of these.
    assert others.keys() - set(whole) == {"card_form.html"}


async def test_no_page_fails_and_none_hides_the_notice(shop: Shop):
    bought = await shop.buy("monthly")
    invoice = await shop.sdk.v1.invoices.retrieve_async(bought.invoice)
    opened = await shop.open_checkout_session("yearly")
    challenge = (await shop.pay(opened, "4000002500003155")).headers["location"]
    for url, status in (
        (f"{PUBLIC_BASE}/", 200),
        (opened.url, 200),
        (challenge, 200),
        (str(opened.url).replace(opened.id, bought.id), 410),
        (str(opened.url).replace(opened.id, "cs_unknown"), 404),
        (invoice.hosted_invoice_url, 200),
    ):
        answer = await shop.browser.get(str(url))
        assert (answer.status_code, NOTICE in answer.text) == (status, True), url
    pdf = await shop.browser.get(str(invoice.invoice_pdf))
    assert "sandbox" in pypdf.PdfReader(io.BytesIO(pdf.content)).pages[0].extract_text().casefold()
