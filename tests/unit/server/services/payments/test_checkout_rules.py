"""Where the provider may send people back to."""

import pytest

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.schemas.payments import CheckoutMetadata, CheckoutRequest
from webdev_certs.server.services.checkout_rules import check_addresses
from webdev_certs.settings.settings import Settings

OWN = "https://certs.example/payment/success?session_id={CHECKOUT_SESSION_ID}"


@pytest.fixture
def settings() -> Settings:
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        public_url="https://certs.example",
        sandbox=False,
    )


def request(success_url: str = OWN, redirect_to: str | None = None) -> CheckoutRequest:
    return CheckoutRequest(
        product_type="lifetime",
        success_url=success_url,
        cancel_url=OWN,
        metadata=CheckoutMetadata(redirect_to=redirect_to),
    )


@pytest.mark.parametrize("url", [OWN, "https://CERTS.example/payment/canceled", "https://certs.example"])
def test_our_own_origin_is_accepted(settings: Settings, url: str):
    check_addresses(settings, request(url))


def test_a_development_is_reached_under_every_local_name():
    settings = Settings(_env_file=None, port=8000)  # pyright: ignore[reportCallIssue]
    for origin in ("http://localhost:8000", "http://127.0.0.1:3000"):
        cancel_url = f"{origin}/payment/canceled"
        check_addresses(
            settings,
            CheckoutRequest(product_type="yearly", success_url=f"{origin}/a", cancel_url=cancel_url),
        )


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/payment/success",
        "https://certs.example.evil.example/",
        "https://certs.example@evil.example/",
        "https://certs.example:444/",
        "https:/\\evil.example",
        "https://certs.example\\@evil.example/",
        "https://certs.example/\ta",
        "https://certs.exa\tmple.evil.example/",
        "http://certs.example/payment/success",
        "javascript:alert(1)",
        "//certs.example/",
        "/payment/success",
        "https://[",
        "https://ⅽerts.example/",
    ],
)
def test_any_other_address_is_refused(settings: Settings, url: str):
    with pytest.raises(InvalidInput) as refusal:
        check_addresses(settings, request(url))
    assert (refusal.value.code, refusal.value.field) == ("foreign_url", "success_url")


@pytest.mark.parametrize("path", ["/", "/practice-results/1?a=b#c", "/a/../b", "/ä"])
def test_a_path_of_ours_is_accepted(settings: Settings, path: str):
    check_addresses(settings, request(redirect_to=path))


@pytest.mark.parametrize(
    "path",
    [
        "",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "dashboard",
        "/a\nb",
        ".evil.example",
        "@x",
    ],
)
def test_any_other_path_is_refused(settings: Settings, path: str):
    with pytest.raises(InvalidInput) as refusal:
        check_addresses(settings, request(redirect_to=path))
    assert (refusal.value.code, refusal.value.field) == ("invalid_path", "metadata.redirectTo")
