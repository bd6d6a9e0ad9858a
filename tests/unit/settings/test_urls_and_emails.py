"""URLs of the product and its database, and the sender's email, as written and as read."""

import pytest
from pydantic import ValidationError
from sqlalchemy import text

from tests.unit.settings.surroundings import PRODUCTION
from webdev_certs.server.database.engine import Database

# URLs


@pytest.mark.parametrize("name", ["PUBLIC_URL", "API_URL"])
@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("", ""),
        ("http://localhost:3000", "http://localhost:3000"),
        ("https://certs.example/", "https://certs.example"),
        ("https://Certs.Example", "https://certs.example"),
        ("HTTPS://certs.example", "https://certs.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_origins_are_read(read, name: str, written: str, origin: str):
    assert getattr(read(SANDBOX="false", **{name: written}), name.lower()) == origin


@pytest.mark.parametrize("name", ["PUBLIC_URL", "API_URL"])
@pytest.mark.parametrize(
    "written",
    [
        "certs.example",
        "javascript:alert(1)",
        "https://",
        "/api",
        "https://certs.example/app",
        "https://certs.example?a=b",
        "https://certs.example#a",
        "https://user:secret@certs.example",
        "https://[::1",
        "https://certs.example:port",
    ],
)
def test_anything_but_an_origin_is_refused(read, name: str, written: str):
    with pytest.raises(ValidationError, match=name.lower()):
        read(**{name: written})


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("", ""),
        ("https://code.example/certs", "https://code.example/certs"),
        ("https://Code.example/a b>c", "https://code.example/a%20b%3Ec"),
    ],
)
def test_the_source_repository_is_a_url_that_text_can_link_to(read, written: str, url: str):
    assert read(OPERATOR__SOURCE_URL=written).operator.source_url == url


@pytest.mark.parametrize(
    "written",
    [
        "http://code.example/certs",
        "code.example/certs",
        "javascript:alert(1)",
        "https://",
        "https://ada:secret@code.example/certs",
        "https://code.example/" + "a" * 300,
    ],
)
def test_anything_but_a_secure_url_of_the_source_is_refused(read, written: str):
    with pytest.raises(ValidationError, match="source_url"):
        read(OPERATOR__SOURCE_URL=written)


# Database


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("postgres://ada:x@db.example:5432/certs", "postgresql+asyncpg://ada:x@db.example:5432/certs"),
        ("postgresql://db/certs", "postgresql+asyncpg://db/certs"),
        ("postgresql+asyncpg://db/certs", "postgresql+asyncpg://db/certs"),
        ("postgresql://db/certs?sslmode=require", "postgresql+asyncpg://db/certs?ssl=require"),
        ("postgres://db/certs?a=b&sslmode=verify-full", "postgresql+asyncpg://db/certs?a=b&ssl=verify-full"),
        ("sqlite+aiosqlite:////var/lib/certs.db", "sqlite+aiosqlite:////var/lib/certs.db"),
    ],
)
def test_database_urls_are_read(read, written: str, url: str):
    assert read(DATABASE_URL=written).database == url


def test_without_a_url_the_database_is_a_file(read):
    assert read(DATA_DIR="/srv/certs").database == "sqlite+aiosqlite:////srv/certs/webdev-certs.db"


async def test_a_database_url_from_a_hosting_provider_connects(read, database_url: str):
    written = database_url
    if written.startswith("postgresql+asyncpg"):
        written = written.replace("postgresql+asyncpg", "postgres") + "&sslmode=disable"
    database = Database(read(DATABASE_URL=written).database)
    async with database.engine.connect() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar() == 1
    await database.dispose()


# Mail


def test_a_password_is_never_sent_unencrypted(read):
    with pytest.raises(ValidationError, match="SMTP_SECURITY"):
        read(**PRODUCTION, SMTP_SECURITY="none", SMTP_USER="certs", SMTP_PASSWORD="hunter2")


def test_a_mail_server_without_sign_in_may_be_used_without_encryption(read):
    assert read(**PRODUCTION, SMTP_SECURITY="none").smtp_user == ""


def test_mails_come_from_the_products_host_or_the_configured_email(read):
    assert read().mail_sender == "no-reply@localhost"
    assert read(**PRODUCTION).mail_sender == "no-reply@certs.example"
    assert read(MAIL_FROM="hello@bücher.example").mail_sender == "hello@bücher.example"


@pytest.mark.parametrize(
    "written",
    ["WebDev Certs <a@certs.example>", "certs.example", "jürgen@certs.example", "a@b@c", "a@b\nc.de"],
)
def test_the_sender_is_a_single_email(read, written: str):
    with pytest.raises(ValidationError, match="mail_from"):
        read(MAIL_FROM=written)
