"""Open Badges 3.0 credentials: what is said about a certificate, before anybody signs it.

Sources:
    1EdTech, Open Badges Specification 3.0 – `OpenBadgeCredential`, `AchievementSubject`, `IdentityObject`.
    W3C, Verifiable Credentials Data Model 2.0 – the envelope.
    W3C CCG, did:web Method Specification – the issuer's identifier.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal, get_args
from urllib.parse import quote, urlsplit
from uuid import UUID

from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.shared.exam_rules import SCALE_HIGH, SCALE_LOW

CREDENTIALS_CONTEXT = "https://www.w3.org/ns/credentials/v2"
OPEN_BADGES_CONTEXT = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
Document = dict[str, Any]
"""A JSON object."""
StatusPurpose = Literal["revocation", "suspension"]
PURPOSES: tuple[StatusPurpose, ...] = get_args(StatusPurpose)
"""The purposes of status lists. A revocation is final, and a suspension is not."""


_NOT_CHECKED = "The test was not supervised, and nobody checked who took it."


@dataclass(frozen=True)
class Result:
    """The holder's result, if they share it; on the scale from 200 to 800."""

    score: int
    standard_error: int | None
    """None, like `cut_score`, once the attempt was deleted with the account."""
    cut_score: int | None


@dataclass(frozen=True)
class Terms:
    """On which terms a certificate was earned. They are kept with it, because blueprints change."""

    name: str
    """Of the technology."""
    summary: str
    cut_score: int | None
    """None, like `minutes`, if the technology was no longer offered when the terms were first kept."""
    minutes: int | None
    topics: Sequence[str]
    documentation: Sequence[str]
    """Hosts of the official documentation."""
    least: int | None = None
    """How many questions a test had at least. None, like `most`, in terms from before this was kept."""
    most: int | None = None
    passing_rule: int | None = None
    """By which rule the test was scored (`exams.PASSING_RULE`); None in terms from before this was kept."""


@dataclass(frozen=True)
class Achievement:
    """What the holders of this certificate have demonstrated."""

    technology: str
    title: str
    terms: Terms


@dataclass(frozen=True)
class Badge:
    """All facts of one credential."""

    origin: str
    """The issuer's origin, e.g. `https://certs.example`."""
    number: str
    holder_name: str | None
    """None if it must not be in the credential."""
    email: str | None
    """Only its salted hash gets into the credential; None without the name."""
    salt: str
    issued_at: datetime
    expires_at: datetime
    achievement: Achievement
    result: Result | None
    status_list: int
    status_index: int


def criteria_version(title: str, terms: Terms) -> str:
    """Return the name of a title's terms in URLs: a hash, so the same terms have the same URL for good."""
    known = {name: value for name, value in asdict(terms).items() if value is not None}
    text = json.dumps({**known, "title": title}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def criteria_path(technology: str, version: str) -> str:
    """Return the path of the page that says on which terms certificates were earned. It never changes."""
    return f"/criteria/{technology}/{version}"


def did_web(origin: str) -> str:
    """Return the issuer's identifier (did:web §3.1): `did:web:host`, a port after `%3A`."""
    return f"did:web:{quote(urlsplit(origin).netloc, safe='.-')}"


def credential_url(origin: str, number: str) -> str:
    """Return the credential's id, a URL that shows the credential if its holder shares it."""
    return f"{origin}/api/verify/{number}/credential"


def status_list_url(origin: str, status_list: int, purpose: StatusPurpose) -> str:
    """Return the id of a status list, where anyone can read it."""
    url = f"{origin}/api/credentials/status/{status_list}"
    return url if purpose == "revocation" else f"{url}/{purpose}"


def identity_hash(identity: str, salt: str) -> str:
    """Return the hash of an identity (Open Badges 3.0, `IdentityHash`): SHA-256 over identity and salt."""
    return "sha256$" + hashlib.sha256((identity + salt).encode()).hexdigest()


def timestamp(moment: datetime) -> str:
    """Return a time as XML Schema's `dateTime` in UTC, in whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def profile(origin: str) -> Document:
    """Return the issuer as credentials name it."""
    return {"id": did_web(origin), "type": ["Profile"], "name": ISSUER, "url": origin}


def open_badge(badge: Badge) -> Document:
    """Return the credential without a proof."""
    return {
        "@context": [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT],
        "id": credential_url(badge.origin, badge.number),
        "type": ["VerifiableCredential", "OpenBadgeCredential"],
        "name": badge.achievement.title,
        "issuer": profile(badge.origin),
        "validFrom": timestamp(badge.issued_at),
        "validUntil": timestamp(badge.expires_at),
        "credentialSubject": _subject(badge),
        "credentialStatus": [_status(badge, purpose) for purpose in PURPOSES],
    }


def _status(badge: Badge, purpose: StatusPurpose) -> Document:
    status_list = status_list_url(badge.origin, badge.status_list, purpose)
    return {
        "id": f"{status_list}#{badge.status_index}",
        "type": "BitstringStatusListEntry",
        "statusPurpose": purpose,
        "statusListIndex": str(badge.status_index),
        "statusListCredential": status_list,
    }


def _opaque_id(badge: Badge) -> str:
    """Return an identifier of the holder that says nothing about them, and is only in this credential."""
    digest = hashlib.sha256(f"holder of {badge.number} {badge.salt}".encode()).digest()
    return UUID(bytes=digest[:16], version=4).urn


def _subject(badge: Badge) -> Document:
    achievement_id = f"{badge.origin}/api/technologies/{badge.achievement.technology}"
    subject: Document = {
        # It stays if the name is withheld, because a subject needs some identifier.
        "id": _opaque_id(badge),
        "type": ["AchievementSubject"],
        "licenseNumber": badge.number,
        "achievement": _achievement(badge, achievement_id),
    }
    if identities := _identities(badge):
        subject["identifier"] = identities
    if badge.result:
        subject["result"] = [
            {"type": ["Result"], "resultDescription": f"{achievement_id}#{name}", "value": str(value)}
            for name, value in (("score", badge.result.score), ("error", badge.result.standard_error))
            if value is not None
        ]
    return subject


def _identities(badge: Badge) -> list[Document]:
    identities: list[Document] = []
    if badge.email:
        identities.append(
            {
                "type": "IdentityObject",
                "identityType": "emailAddress",
                "hashed": True,
                "identityHash": identity_hash(badge.email, badge.salt),
                "salt": badge.salt,
            }
        )
    if badge.holder_name:
        identities.append(
            {
                "type": "IdentityObject",
                "identityType": "name",
                "hashed": False,
                "identityHash": badge.holder_name,
            }
        )
    return identities


def _achievement(badge: Badge, achievement_id: str) -> Document:
    achievement, terms = badge.achievement, badge.achievement.terms
    document: Document = {
        "id": achievement_id,
        "type": ["Achievement"],
        "achievementType": "Certification",
        "name": achievement.title,
        "description": terms.summary,
        "inLanguage": "en",
        "creator": profile(badge.origin),
        "criteria": {
            "id": badge.origin
            + criteria_path(achievement.technology, criteria_version(achievement.title, terms)),
            "narrative": _criteria(achievement),
        },
        "image": {"id": f"{achievement_id}/badge.png", "type": "Image", "caption": achievement.title},
        "alignment": [
            {
                "type": ["Alignment"],
                "targetName": f"{terms.name}: {host}",
                "targetUrl": f"https://{host}/",
                "targetFramework": "Official documentation",
            }
            for host in terms.documentation
        ],
    }
    if badge.result:
        document["resultDescription"] = _result_descriptions(badge.result, achievement_id)
    return document


def _criteria(achievement: Achievement) -> str:
    """Return what the holders had to do, in Markdown."""
    terms = achievement.terms
    if terms.cut_score is None or terms.minutes is None:
        return f"Passed the certification test for the title “{achievement.title}”. {_NOT_CHECKED}"
    return (
        f"Passed the certification test in {terms.name} within {terms.minutes} minutes, with at least "
        f"{terms.cut_score} points on the scale from {SCALE_LOW} to {SCALE_HIGH}. {_NOT_CHECKED} "
        f"Topics: {'; '.join(terms.topics)}."
    )


def _result_descriptions(result: Result, achievement_id: str) -> list[Document]:
    score: Document = {
        "id": f"{achievement_id}#score",
        "type": ["ResultDescription"],
        "name": "Score",
        "resultType": "ScaledScore",
        "valueMin": str(SCALE_LOW),
        "valueMax": str(SCALE_HIGH),
    }
    if result.cut_score is not None:
        score["requiredValue"] = str(result.cut_score)
    descriptions = [score]
    if result.standard_error is not None:
        descriptions.append(
            {
                "id": f"{achievement_id}#error",
                "type": ["ResultDescription"],
                "name": "Standard error of the score",
                "resultType": "ext:StandardError",
            }
        )
    return descriptions
