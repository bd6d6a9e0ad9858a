"""Which URLs Stripe may redirect to."""

import pytest

from webdev_certs.schemas.payments import CheckoutRequest
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.services.payments.checkouts import check_return_urls
from webdev_certs.settings import Settings

OWN = "https://certs.example/payment/success?session_id={CHECKOUT_SESSION_ID}"


@pytest.fixture
def settings() -> Settings:
    return Settings(
        _env_file=None,  # pyright: ignore[reportCallIssue]
        public_url="https://certs.example",
        sandbox=False,
    )


def request(success_url: str = OWN) -> CheckoutRequest:
    return CheckoutRequest(product_type="lifetime", success_url=success_url, cancel_url=OWN)


@pytest.mark.parametrize("url", [OWN, "https://CERTS.example/payment/canceled", "https://certs.example"])
def test_our_own_origin_is_accepted(settings: Settings, url: str):
    check_return_urls(settings, request(url))


def test_in_development_every_local_origin_is_accepted():
    settings = Settings(_env_file=None, port=8000)  # pyright: ignore[reportCallIssue]
    for origin in ("http://localhost:8000", "http://127.0.0.1:3000"):
        cancel_url = f"{origin}/payment/canceled"
        check_return_urls(
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
        "https://certs.example?next",
        "https://certs.example//evil.example",
        "https://certs.example/%2fevil.example",
        "https://certs.example/..//evil.example",
    ],
)
def test_any_other_url_is_refused(settings: Settings, url: str):
    with pytest.raises(InvalidInput) as refusal:
        check_return_urls(settings, request(url))
    assert (refusal.value.code, refusal.value.field) == ("foreign_url", "success_url")
