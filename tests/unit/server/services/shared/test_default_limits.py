"""The default limits: how often each call is allowed, which most tests hide by far wider limits."""

from collections.abc import Awaitable, Callable
from itertools import count
from uuid import UUID

import pytest

from webdev_certs.server.domain.errors import TooManyRequests, Unauthenticated
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.services.shared.limits import Action, Limits, OwnAction
from webdev_certs.settings.limits import LimitSettings

ADA = UUID(int=1)
EMAIL = "ada@example.com"
SAME, CHANGING = "same", "changing"
Callers = Callable[[str], Limits]


@pytest.fixture
def callers() -> Callers:
    limiter = RateLimiter(b"s" * 32)
    return lambda ip: Limits(limiter, LimitSettings(), ip)


async def allowed(call: Callable[[int], Awaitable[object]]) -> int:
    """Return how many calls are allowed before one is refused; a wrong password or token is no refusal."""
    for n in count():
        try:
            await call(n)
        except Unauthenticated:
            pass
        except TooManyRequests:
            return n
    raise AssertionError


def email(kind: str, n: int) -> str:
    return EMAIL if kind == SAME else f"{n}@example.com"


def ip(kind: str, n: int) -> str:
    return "198.51.100.7" if kind == SAME else f"10.{n // 250}.{n % 250}.1"


OWN: dict[OwnAction, int] = {
    "refresh": 60,
    "verify": 120,
    "checkout": 30,
    "payment": 60,
    "mock_exam": 5,
    "practice": 60,
    "pdf": 30,
    "export": 6,
    "exam_events": 120,
    "extra_time": 5,
    "report": 20,
    "reissue": 3,
    "public_profile": 20,
    "annotation": 120,
    "tutor": 60,
    "tutor_read": 120,
    "tutor_consent": 20,
    "search": 60,
    "help": 60,
    "standing": 60,
}


@pytest.mark.parametrize(("action", "expected"), OWN.items())
async def test_calls_about_the_own_account(callers: Callers, action: OwnAction, expected: int):
    assert await allowed(lambda n: callers(ip(CHANGING, n)).count_own(action, ADA)) == expected


PUBLIC: list[tuple[Action, str, str, int]] = [
    # The call, the IP addresses, the emails, and how many are allowed.
    ("certificate", SAME, SAME, 120),
    ("credential", SAME, SAME, 30),
    ("sample", SAME, SAME, 120),
    ("social", SAME, SAME, 120),
    ("upload", SAME, SAME, 20),
    ("card", SAME, SAME, 120),
    ("forgot_password", SAME, CHANGING, 30),
    ("forgot_password", CHANGING, SAME, 5),
    ("resend", SAME, CHANGING, 30),
    ("resend", CHANGING, SAME, 5),
    ("contact", SAME, CHANGING, 10),
    ("contact", CHANGING, SAME, 5),
]


@pytest.mark.parametrize(("action", "ips", "emails", "expected"), PUBLIC)
async def test_calls_of_strangers(callers: Callers, action: Action, ips: str, emails: str, expected: int):
    assert await allowed(lambda n: callers(ip(ips, n)).count(action, email(emails, n))) == expected


async def test_declarations_about_contracts_are_limited_by_the_caller_alone(callers: Callers):
    assert await allowed(lambda n: callers(ip(SAME, n)).count_declaration(email(CHANGING, n))) == 10


async def test_declarations_with_one_email_are_accepted_but_get_five_receipts(callers: Callers):
    receipts = [await callers(ip(CHANGING, n)).count_declaration(email(SAME, n)) for n in range(8)]
    assert receipts == [True] * 5 + [False] * 3


async def test_messages_from_one_network(callers: Callers):
    async def write(n: int) -> None:
        await callers(f"2001:db8:1:{n}::1").count("contact", email(CHANGING, n))

    assert await allowed(write) == 20


async def test_starts_of_tests_from_one_network(callers: Callers):
    assert await allowed(lambda n: callers(f"2001:db8:1:{n}::1").count_exam_start()) == 60


async def test_messages_of_thirty_ip_addresses_close_the_contact_form_for_nobody(callers: Callers):
    for n in range(300):
        await callers(f"10.0.0.{n % 30}").count("contact", email(CHANGING, n))
    for other in (callers("192.0.2.1"), callers("192.0.2.2")):
        assert await allowed(lambda n, other=other: other.count("contact", email(CHANGING, n))) == 2


@pytest.mark.parametrize("action", ["refresh", "verify"])
async def test_refused_tokens_from_one_ip_address(callers: Callers, action: Action):
    async def refuse(_: int) -> None:
        async with callers(ip(SAME, 0)).count_refusals(action):
            raise Unauthenticated("invalid_token", "")

    # The first refusal over the limit says so.
    assert await allowed(refuse) == 60


@pytest.mark.parametrize(
    ("ips", "emails", "expected"), [(SAME, SAME, 10), (SAME, CHANGING, 60), (CHANGING, SAME, 100)]
)
async def test_wrong_passwords(callers: Callers, ips: str, emails: str, expected: int):
    async def guess(n: int) -> None:
        limits = callers(ip(ips, n))
        async with limits.count_wrong_passwords(email(emails, n), from_known_ip=False):
            raise Unauthenticated("invalid_credentials", "")

    assert await allowed(guess) == expected


@pytest.mark.parametrize(("emails", "expected"), [(SAME, 5), (CHANGING, 60)])
async def test_registrations_from_one_ip_address(callers: Callers, emails: str, expected: int):
    async def register(n: int) -> None:
        await callers(ip(SAME, 0)).count_registration(email(emails, n))

    assert await allowed(register) == expected


async def test_mails_that_strangers_cause_to_one_recipient(callers: Callers):
    assert await allowed(lambda n: callers(ip(CHANGING, n)).count_mail(EMAIL)) == 10
    # Registrations are never refused for an email, but no longer mailed about.
    assert not await callers(ip(SAME, 0)).count_registration(EMAIL)


async def test_registrations_of_one_email_use_up_its_mails(callers: Callers):
    mailed = [await callers(ip(CHANGING, n)).count_registration(EMAIL) for n in range(30)]
    assert mailed == [True] * 10 + [False] * 20


def test_each_limit_has_a_case():
    tested = {*OWN, *(action for action, *_ in PUBLIC), "login", "registration", "mail", "exam_start"}
    tested.add("cancellation")
    assert tested == LimitSettings.model_fields.keys() - {"enabled"}
    # Mails to one recipient run out before.
    assert LimitSettings().registration.account == "20/hour"
