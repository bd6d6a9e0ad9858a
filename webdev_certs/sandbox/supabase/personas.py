"""Who signs in: test identities to pick from, or one's own, in the words of Google and of GitHub."""

import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

PROVIDERS = {"google": "Google", "github": "GitHub"}
"""The providers that are switched on, by the protocol's names."""

_ISSUERS = {"google": "https://accounts.google.com", "github": "https://api.github.com"}
_SUBJECT_DIGITS = {"google": 21, "github": 8}


@dataclass(frozen=True)
class Persona:
    """A person at a provider; `hint` says what to try with one of ours."""

    name: str
    email: str
    email_verified: bool = True
    hint: str = ""

    @property
    def initial(self) -> str:
        """What stands on the avatar."""
        return (self.name or self.email)[0].upper()


PERSONAS = {
    "ada": Persona("Ada Lovelace", "ada.lovelace@example.com"),
    "grace": Persona("Grace Hopper", "grace.hopper@example.com"),
    "sofya": Persona("Софья Ковалевская", "sofya@example.com", hint="A name in another script"),
    "nameless": Persona("", "nameless@example.com", hint="The provider knows no name"),
    "niels": Persona(
        "Niels Abel", "niels.abel@example.com", False, hint="The provider has not verified the address"
    ),
}


def claims(provider: str, persona: Persona, public_base: str) -> dict[str, Any]:
    """What the real server keeps of such a person; members without a value are left out."""
    email = persona.email.lower()
    subject = _subject(provider, email)
    avatar = f"{public_base}/avatars/{quote(persona.initial)}.svg"
    login = email.partition("@")[0]
    own = {
        "google": {"picture": avatar},
        "github": {"preferred_username": login, "user_name": login},
    }
    values = {
        "iss": _ISSUERS[provider],
        "sub": subject,
        "provider_id": subject,
        "email": email,
        "email_verified": persona.email_verified,
        "phone_verified": False,
        "name": persona.name,
        "full_name": persona.name,
        "avatar_url": avatar,
        **own[provider],
    }
    return {name: value for name, value in values.items() if value != ""}


def _subject(provider: str, email: str) -> str:
    """A number that is the same whenever this person comes from this provider."""
    digits = _SUBJECT_DIGITS[provider]
    number = int.from_bytes(hashlib.sha256(f"{provider}:{email}".encode()).digest())
    return str(10 ** (digits - 1) + number % (9 * 10 ** (digits - 1)))
