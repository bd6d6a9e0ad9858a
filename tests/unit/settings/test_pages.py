"""A line changed in `.env` builds the pages again only if they contain the setting."""

from pathlib import Path

import pytest

from webdev_certs.settings import Settings


def in_pages(line: str) -> dict[str, str | int]:
    """Return what the pages contain of a settings file with this line."""
    Path(".env").write_text(f"SMTP_PORT=2525\n{line}\n")
    settings = Settings(_env_file=".env")  # pyright: ignore[reportCallIssue]
    assert settings.smtp_port == 2525, "the file is not read"
    return settings.in_pages()


IN_PAGES = (
    "PUBLIC_URL=http://localhost:8123",
    "PORT=8123",
    "SUPABASE_URL=https://abc.supabase.co\nSUPABASE_ANON_KEY=anon",
    "SANDBOX=false",
    "RETAKE_DAYS=3",
    "ATTEMPTS_A_YEAR=3",
    "CERTIFICATE_YEARS=5",
    "PAYMENT_GRACE_DAYS=3",
    "STRIPE_PUBLISHABLE_KEY=pk_live_a",
    "OPERATOR__SOURCE_URL=https://code.example/certs",
)
OTHERS = (
    "# a comment",
    "LIMITS__LOGIN__IP=300/hour",
    "SMTP_HOST=mail.example",
    "ACCESS_TOKEN_MINUTES=5",
    "HOST=127.0.0.2",
    "RETAKE_DAYS=14,30,90",
    "STRIPE_PUBLISHABLE_KEY=pk_test_a",
)


@pytest.mark.parametrize("line", [*IN_PAGES, *OTHERS])
def test_only_settings_in_the_pages_build_them_again(line: str):
    assert (in_pages(line) != in_pages("")) is (line in IN_PAGES)


def test_production_builds_the_pages_again():
    """Production has fewer pages: some exist only in development."""
    both = "PUBLIC_URL=https://certs.example\nAPI_URL=https://api.example\nSANDBOX=false"

    assert in_pages(both) != in_pages(f"{both}\nENVIRONMENT=production")
