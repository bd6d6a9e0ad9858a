"""Tokens of links that switch a kind of mail off, without signing in (RFC 8058).

A token says which kind, and for whom. It is signed for this purpose alone, is valid as long as `SIGNING_KEY`,
and is stored nowhere but in the mail.
"""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import cast
from uuid import UUID

from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import MAIL_KINDS, MailKind

_MAC_BYTES = 16


def unsubscribe_token(context: Context, user_id: UUID, kind: MailKind) -> str:
    """Return the token that switches a kind of mail off: `<kind>.<user and signature>`."""
    signed = user_id.bytes + _mac(context, kind, user_id)
    return f"{kind}.{urlsafe_b64encode(signed).rstrip(b'=').decode()}"


def read_unsubscribe_token(context: Context, token: str) -> tuple[UUID, MailKind]:
    """Return whose mails a token switches off, and which kind.

    Raises:
        NotFound: `unsubscribe_link_unknown`: it is not valid, or part of it is missing.
    """
    kind, _dot, encoded = token.partition(".")
    try:
        signed = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        user_id = UUID(bytes=signed[:-_MAC_BYTES])
    except ValueError:
        raise _unknown_link() from None
    if kind not in MAIL_KINDS or not hmac.compare_digest(signed[-_MAC_BYTES:], _mac(context, kind, user_id)):
        raise _unknown_link()
    return user_id, cast("MailKind", kind)


def _mac(context: Context, kind: str, user_id: UUID) -> bytes:
    key = context.signing_key.derive("unsubscribe")
    return hmac.digest(key, f"{kind}.{user_id}".encode(), hashlib.sha256)[:_MAC_BYTES]


def _unknown_link() -> NotFound:
    return NotFound("unsubscribe_link_unknown", _("This link isn’t valid, or part of it is missing."))
