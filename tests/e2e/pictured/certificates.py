"""Pictures of certificates: verifying a number or a file, and the holder's own page."""

import httpx
from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.shot import Act, Shot, click
from webdev_certs.shared.translation import _

_OWN = "/dashboard/my-certificates"
_NOTHING = "WDC-RE-7K3M-92QF-Z"


def certificates(cast: Cast) -> list[Shot]:
    """Return the pictures."""

    def verify(state: str) -> Shot:
        return Shot(f"verify-{state}", lambda: f"/verify/{cast.holder.numbers[state]}")

    def menu(page: Page) -> None:
        page.locator("main li").get_by_role("button", name=_("Other formats")).first.click()

    def share(page: Page) -> None:
        page.locator("main li").get_by_role("button", name=_("Share"), exact=False).first.click()

    def embed(page: Page) -> None:
        share(page)
        click(page, _("Embed the badge…"))
        expect(page.get_by_role("dialog")).to_be_visible()

    def reissue(page: Page) -> None:
        click(page, _("Reissue with my new name…"))
        expect(page.get_by_role("dialog")).to_be_visible()

    return [
        Shot("verify-with-score", lambda: f"/verify/{cast.holder.numbers['valid']}"),
        *[verify(state) for state in ("expired", "suspended", "revoked", "withheld")],
        Shot("verify-replaced", lambda: f"/verify/{cast.renamed.numbers['replaced']}"),
        Shot("verify-without-holder", lambda: f"/verify/{cast.left}"),
        Shot("verify-sample", "/verify/WDC-RE-SAMP-1E00-A"),
        Shot("verify-forged-number", "/verify", _type_number),
        Shot("verify-file", "/verify", _choose("pdf", cast)),
        Shot("verify-file-changed", "/verify", _choose("changed", cast)),
        Shot("verify-file-of-another-kind", "/verify", _choose("text", cast)),
        Shot("own-certificates", _OWN, viewer=lambda: cast.holder.learner),
        Shot("own-certificates-renamed", _OWN, viewer=lambda: cast.renamed.learner),
        Shot("own-certificates-unconfirmed", _OWN, viewer=lambda: cast.unconfirmed[0]),
        Shot("own-certificates-menu", _OWN, menu, lambda: cast.holder.learner, 1280, window=True),
        Shot("own-certificates-menu-of-phones", _OWN, menu, lambda: cast.holder.learner, 390, window=True),
        Shot("own-certificates-share", _OWN, share, lambda: cast.holder.learner, 1280, window=True),
        Shot("own-certificates-share-of-phones", _OWN, share, lambda: cast.holder.learner, 390, window=True),
        Shot("own-certificates-embed", _OWN, embed, lambda: cast.holder.learner, window=True),
        Shot("own-certificates-dialog", _OWN, reissue, lambda: cast.newly_named, window=True),
    ]


def _type_number(page: Page) -> None:
    page.get_by_label(_("Certificate number")).fill(_NOTHING)
    page.get_by_label(_("Certificate number")).press("Enter")
    expect(page.get_by_text(_("Verify the number again"))).to_be_visible()


def _choose(kind: str, cast: Cast) -> Act:
    def act(page: Page) -> None:
        content, name = b"hello", "hello.txt"
        if kind != "text":
            learner, number = cast.holder.learner, cast.holder.numbers["valid"]
            headers = {"Authorization": f"Bearer {learner.tokens['access_token']}"}
            path = "pdf" if kind == "pdf" else "credential"
            url = f"{cast.product.url}/api/certificates/{number}/{path}"
            content = httpx.get(url, headers=headers, timeout=60).raise_for_status().content
            name = f"{number}.pdf" if kind == "pdf" else f"{number}.json"
        if kind == "changed":
            content = content.replace(b"Grace Hopper", b"Grace Hooper")
        file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
        page.locator("#file").set_input_files(file)
        expect(page.locator("#file-result h2, #file-result h3, #file-result p").first).to_be_visible()
        expect(page.locator("#file-result")).to_be_focused()

    return act
