"""Normalizing emails, and the work that checking a password takes."""

from datetime import UTC, datetime

import argon2
import pytest
from argon2.profiles import CHEAPEST

from webdev_certs.server.domain.errors import InvalidInput, Overloaded, Unauthenticated
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models import User
from webdev_certs.server.services.accounts.accounts import check_credentials
from webdev_certs.server.services.shared.emails import normalize_email

NOW = datetime(2026, 1, 1, tzinfo=UTC)
OTHER = argon2.Parameters(argon2.Type.ID, 19, 8, 16, 2, 8, 1)


class RecordingHasher(PasswordHasher):
    """Records the hashes it was asked to check."""

    def __init__(self, parameters: argon2.Parameters = CHEAPEST) -> None:
        super().__init__(1, parameters)
        self.checked: list[str | None] = []

    async def verify(self, encoded: str | None, password: str) -> bool:
        self.checked.append(encoded)
        return await super().verify(encoded, password)


def _account(password_hash: str | None) -> User:
    return User(
        email="ada@example.com",
        full_name="Ada",
        password_hash=password_hash,
        terms_accepted_at=NOW,
        created_at=NOW,
    )


@pytest.mark.parametrize(
    ("email", "normalized"),
    [
        ("Ada@Example.COM", "ada@example.com"),
        ("ada@xn--bcher-kva.example.com", "ada@bücher.example.com"),
        ("ZOE\u0308@example.com", "zo\u00eb@example.com"),
        ("Info@STRAẞE.example.com", "info@straße.example.com"),
        ("info@xn--strae-oqa.example.com", "info@straße.example.com"),
    ],
)
def test_spellings_of_an_email_are_normalized(email: str, normalized: str):
    assert normalize_email(email) == normalized


@pytest.mark.parametrize("email", ["", "ada", "ada@", "@example.com", "a b@example.com", f"a@{'b' * 64}.com"])
def test_an_invalid_email_is_refused(email: str):
    with pytest.raises(InvalidInput) as refusal:
        normalize_email(email)
    assert (refusal.value.code, refusal.value.field) == ("invalid_email", "email")


def test_an_email_that_grows_past_the_column_is_refused():
    # Each of these becomes two characters in lower case.
    local_part = "\u0130" * 64
    email = f"{local_part}@{'d' * 60}.{'d' * 61}.{'d' * 10}.com"
    assert len(email) < 254 < len(email.lower())
    with pytest.raises(InvalidInput):
        normalize_email(email)


@pytest.mark.parametrize("account", [None, _account(None)], ids=["unknown", "without password"])
async def test_checking_takes_as_much_work_without_a_stored_password(account: User | None):
    hasher = RecordingHasher()
    with pytest.raises(Unauthenticated) as refusal:
        await check_credentials(hasher, account, "seven plain horses")
    hasher.close()
    assert refusal.value.code == "invalid_credentials"
    assert hasher.checked == [None]


async def test_a_hash_with_other_parameters_is_replaced():
    old, new = RecordingHasher(OTHER), RecordingHasher()
    outdated = await old.hash("seven plain horses")
    user = await check_credentials(new, _account(outdated), "seven plain horses")
    assert user.password_hash
    assert user.password_hash != outdated
    assert not new.needs_rehash(user.password_hash)
    assert await new.verify(user.password_hash, "seven plain horses")
    old.close()
    new.close()


async def test_a_current_hash_is_kept():
    hasher = RecordingHasher()
    encoded = await hasher.hash("seven plain horses")
    assert (await check_credentials(hasher, _account(encoded), "seven plain horses")).password_hash == encoded
    hasher.close()


async def test_a_busy_hasher_does_not_refuse_a_sign_in_for_a_new_hash():
    old = RecordingHasher(OTHER)
    outdated = await old.hash("seven plain horses")
    old.close()

    class BusyHasher(RecordingHasher):
        async def hash(self, password: str) -> str:
            raise Overloaded("busy", "Later.", retry_after=5)

    hasher = BusyHasher()
    user = await check_credentials(hasher, _account(outdated), "seven plain horses")
    hasher.close()
    assert user.password_hash == outdated
