"""The holder's own certificates: downloading, choosing what is public, and reissuing with a new name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

import reflex as rx

from webdev_certs.schemas.certificates import Certificate, SharingChoice
from webdev_certs.shared import linkedin
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.certificates.public_profile import OwnProfileState
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.failures import describe
from webdev_certs.ui.states.shared.toasts import ToastState

FORMS = {
    "pdf": ("pdf", "application/pdf"),
    "pdf?paper=letter": ("pdf", "application/pdf"),
    "badge.svg": ("svg", "image/svg+xml"),
    "badge.png": ("png", "image/png"),
    "credential": ("json", "application/json"),
    "credential.jwt": ("jwt", "text/plain"),
}
"""The end of the path of each form → the ending of the file's name, and its media type."""
_RENEW_BEFORE = timedelta(days=60)


@dataclass
class CertificateCard:
    """A certificate that the learner has earned."""

    number: str
    technology: str
    title: str
    holder: str
    name_public: bool
    score: int
    score_public: bool
    credential_public: bool
    on_profile: bool
    status: str
    issued: str
    expires: str
    due: bool
    """Whether it is time to renew it."""
    renew_from: str
    """When renewal is first suggested."""
    verify_path: str
    verify_url: str
    linkedin: str
    """Where it is added to a LinkedIn profile."""
    posts: dict[str, str]
    """Network → where to write a post about it."""
    post: str
    """What a post says."""
    snippet: str
    """The badge as HTML, for other sites."""
    replaced_by: str
    reissuable: bool


class OwnCertificatesState(rx.State):
    """The actions of the holder on a certificate."""

    cards: rx.Field[list[CertificateCard]] = rx.field(default_factory=list)
    busy: rx.Field[str] = rx.field("")
    """The number of the certificate that something is being done with."""
    error: rx.Field[str] = rx.field("")
    failed_changes: rx.Field[int] = rx.field(0)
    """Counts the changes that could not be saved, so that the screen shows the checkboxes as they were."""

    @exclusive
    async def download(self, number: str, form: str) -> Any:
        """Download a certificate in one of `FORMS`."""
        return await download_certificate(await api_of(self), number, form)

    @rx.event
    async def share(self, number: str, what: str, public: bool):
        """Show or hide the name, the score or the credential in public.

        Args:
            number: The certificate.
            what: A field of `SharingChoice`.
            public: Whether everybody may see it.
        """
        session = await session_of(self)
        try:
            choice = SharingChoice.model_validate({what: public})
            changed = await session.api().share_certificate(number, choice)
        except ApiError as error:
            self.error, self.failed_changes = describe(error), self.failed_changes + 1
            return None
        self.error = ""
        self.cards = [certificate_card(changed) if card.number == number else card for card in self.cards]
        if what in ("on_profile", "name_public"):
            return OwnProfileState.load()
        return None

    @exclusive
    async def reissue(self, old: str) -> Any:
        """Issue a certificate again, with the current name. A second click does nothing.

        Args:
            old: Its number.
        """
        if not any(card.number == old and card.reissuable for card in self.cards):
            return None
        new = await (await api_of(self)).reissue_certificate(old)
        replaced = [_replaced(card, new.number) if card.number == old else card for card in self.cards]
        self.cards = usable_first([certificate_card(new), *replaced])
        return ToastState.show(
            _("Your new certificate has the number {number}.", number=new.number), "success"
        )


async def download_certificate(api: Api, number: str, form: str) -> rx.event.EventSpec:
    """Return the event that downloads a certificate in one of `FORMS`.

    Raises:
        ApiError: The certificate could not be made.
    """
    content = await api.certificate_file(number, form)
    ending, media_type = FORMS[form]
    return rx.download(data=content, filename=f"{number}.{ending}", mime_type=media_type)


def usable_first(cards: Sequence[CertificateCard]) -> list[CertificateCard]:
    """Return the cards with those first that can be used; otherwise in the same order."""
    return sorted(cards, key=lambda card: card.status not in ("valid", "expired"))


def certificate_card(certificate: Certificate) -> CertificateCard:
    """Return what the screen shows of a certificate."""
    is_due = certificate.expires_at - datetime.now(UTC) < _RENEW_BEFORE
    post = _("I’m a {title}! You can verify it here:", title=certificate.title)
    return CertificateCard(
        number=certificate.number,
        technology=certificate.technology,
        title=certificate.title,
        holder=certificate.holder_name,
        name_public=certificate.name_public,
        score=certificate.score,
        score_public=certificate.score_public,
        credential_public=certificate.credential_public,
        on_profile=certificate.on_profile,
        status=certificate.status,
        issued=long_date(certificate.issued_at),
        expires=long_date(certificate.expires_at),
        renew_from=long_date(certificate.expires_at - _RENEW_BEFORE),
        due=is_due and certificate.status in ("valid", "expired"),
        verify_path=f"/verify/{certificate.number}",
        verify_url=certificate.verify_url,
        linkedin=linkedin_url(certificate),
        posts=post_urls(post, certificate.verify_url),
        post=post,
        snippet=badge_snippet(certificate),
        replaced_by=certificate.replaced_by or "",
        reissuable=certificate.reissuable,
    )


def linkedin_url(certificate: Certificate) -> str:
    """Return the URL of LinkedIn's form for a certificate, with all fields filled in."""
    return linkedin.linkedin_url(
        title=certificate.title,
        number=certificate.number,
        verify_url=certificate.verify_url,
        issued_at=certificate.issued_at,
        expires_at=certificate.expires_at,
    )


def post_urls(text: str, url: str) -> dict[str, str]:
    """Return where to write a post with a text and a link, by network. They show the link's picture.

    LinkedIn takes the text from the page.
    """
    return {
        "linkedin": f"https://www.linkedin.com/sharing/share-offsite/?{urlencode({'url': url})}",
        "x": f"https://x.com/intent/post?{urlencode({'text': text, 'url': url})}",
        "mastodon": f"https://share.joinmastodon.org/#text={quote(f'{text} {url}', safe='')}",
    }


def badge_snippet(certificate: Certificate) -> str:
    """Return HTML that shows the badge on another site: a picture and a link, without scripts."""
    origin = certificate.verify_url.rsplit("/verify/", 1)[0]
    picture = f"{origin}/api/verify/{certificate.number}/badge.svg"
    label = escape(f"{certificate.title}: verify {certificate.number} at WebDev Certs")
    return (
        f'<a href="{escape(certificate.verify_url)}">'
        f'<img src="{escape(picture)}" width="200" height="200" alt="{label}"></a>'
    )


def _replaced(card: CertificateCard, new: str) -> CertificateCard:
    values = {**card.__dict__, "status": "replaced", "replaced_by": new, "reissuable": False, "due": False}
    return CertificateCard(**values)
