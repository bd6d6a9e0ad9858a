"""The people who can sign in, and what Google and GitHub say about them."""

import hashlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

PROVIDERS = {"google": "Google", "github": "GitHub"}
"""The display names of the enabled providers, by their names in the protocol."""

_ISSUERS = {"google": "https://accounts.google.com", "github": "https://api.github.com"}
_SUBJECT_DIGITS = {"google": 21, "github": 8}


@dataclass(frozen=True)
class Persona:
    """A person with an account at a provider; `hint` says what a predefined one is for."""

    name: str
    email: str
    email_verified: bool = True
    hint: str = ""

    @property
    def initial(self) -> str:
        """The letter on the avatar."""
        return (self.name or self.email)[0].upper()


PERSONAS = {
    "ada": Persona("Ada Lovelace", "ada.lovelace@example.com"),
    "grace": Persona("Grace Hopper", "grace.hopper@example.com"),
    "sofya": Persona("Софья Ковалевская", "sofya@example.com", hint="A name in another script"),
    "nameless": Persona("", "nameless@example.com", hint="The provider has no name"),
    "niels": Persona(
        "Niels Abel", "niels.abel@example.com", False, hint="The provider has not verified the email"
    ),
}


def claims(provider: str, persona: Persona, public_base: str) -> dict[str, Any]:
    """Return the claims that the real server stores for such a person, without empty ones."""
    email = persona.email.lower()
    subject = _subject(provider, email)
    avatar = f"{public_base}/avatars/{quote(persona.initial)}.svg"
    login = email.partition("@")[0]
    specific = {
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
        **specific[provider],
    }
    return {name: value for name, value in values.items() if value != ""}


def _subject(provider: str, email: str) -> str:
    """Return a number that is always the same for this person at this provider."""
    digits = _SUBJECT_DIGITS[provider]
    number = int.from_bytes(hashlib.sha256(f"{provider}:{email}".encode()).digest())
    return str(10 ** (digits - 1) + number % (9 * 10 ** (digits - 1)))
