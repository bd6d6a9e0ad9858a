"""Rate limits: which calls are counted, by IP address and by account (decision 0011).

No limit lets a stranger lock an account's owner out for good: see `count_wrong_passwords`, `count_refusals`
and `forget_wrong_passwords`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import InvalidInput, TooManyRequests, Unauthenticated
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.models.accounts import LoginSession, User
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.settings.limits import LimitSettings, OperatorMailRates, OwnRates, PublicRates, Rates
from webdev_certs.shared.ip_prefix import SITE_LENGTH, ip_prefix
from webdev_certs.shared.translation import _, ngettext

KNOWN_FOR = timedelta(days=30)
"""How long an IP address stays known to an account after a sign-in from it."""

Action = Literal[
    "forgot_password",
    "resend",
    "refresh",
    "verify",
    "certificate",
    "social",
    "credential",
    "upload",
    "card",
    "sample",
    "contact",
]
OwnAction = Literal[
    "refresh",
    "verify",
    "checkout",
    "payment",
    "mock_exam",
    "practice",
    "pdf",
    "export",
    "exam_events",
    "extra_time",
    "report",
    "reissue",
    "public_profile",
    "annotation",
    "search",
    "standing",
    "tutor",
    "tutor_read",
    "tutor_consent",
    "help",
]
"""Calls that users make about their own account, after they have proved that it is theirs."""


class Limits:
    """The rate limits for one caller."""

    def __init__(self, limiter: RateLimiter, rates: LimitSettings, ip: str) -> None:
        """Take the counter, the rates, and the caller's IP address."""
        self._limiter, self._rates, self._ip = limiter, rates, ip

    @cached_property
    def network(self) -> str:
        """The caller's network, to share workers fairly and to limit the contact form.

        In IPv6 one customer can have thousands of prefixes.
        """
        return ip_prefix(self._ip, SITE_LENGTH)

    @cached_property
    def ip_hash(self) -> str:
        """The caller's IP prefix as a keyed hash, the only form in which it is stored."""
        # Stored hashes were made with the word "address": another word would make every known IP unknown.
        return self._limiter.hash_key("address", ip_prefix(self._ip))

    async def count(self, action: Action, account: str = "", *, times: int = 1) -> None:
        """Count a call that anyone may make.

        Args:
            action: The call.
            account: The account it is about: an email as typed, or an id.
            times: As how many calls it counts for the IP address.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates: PublicRates = getattr(self._rates, action)
        await self._hit(rates.ip, action, self.ip_hash, times=times)
        if isinstance(rates, Rates):
            await self._hit(rates.account, action, _normalize(account))
        if isinstance(rates, OperatorMailRates):
            await self._count_operator_mail(action, rates)

    async def count_declaration(self, email: str) -> bool:
        """Count a cancellation or a withdrawal without signing in.

        As with registrations, those with one email are never refused: somebody could keep its owner from
        making one.

        Returns:
            Whether the email may be sent a receipt.

        Raises:
            TooManyRequests: `too_many_requests`: too many from this IP address or network.
        """
        rates = self._rates.cancellation
        await self._hit(rates.ip, "cancellation", self.ip_hash)
        await self._count_operator_mail("cancellation", rates)
        account = _normalize(email)
        return not self._rates.enabled or not await self._limiter.hit(rates.account, "cancellation", account)

    async def count_exam_start(self) -> None:
        """Count the start of a certification test.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        await self._hit(self._rates.exam_start.network, "exam_start", self.network)

    async def count_registration(self, email: str) -> bool:
        """Count a registration.

        Only too many registrations from one IP address are refused. Registrations of one email from
        everywhere are never refused, but after too many its reader gets no mail about them for a while.

        Returns:
            Whether the email may be sent a mail.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates, account = self._rates.registration, _normalize(email)
        await self._hit(rates.ip, "registration", self.ip_hash)
        await self._hit(rates.account_from_ip, "registration", account, self.ip_hash)
        if self._rates.enabled and await self._limiter.hit(rates.account, "registration", account):
            return False
        return await self.may_mail(email)

    async def may_mail(self, email: str) -> bool:
        """Count a mail that a stranger could have caused, and say whether to send it.

        Counts by recipient alone: one email can have many unconfirmed accounts, each with limits of its own.
        Owners who can no longer get a confirmation mail can set a new password by a mailed link, which also
        confirms the email and is limited separately.
        """
        rate = self._rates.mail.account
        return not self._rates.enabled or not await self._limiter.hit(rate, "mail", _normalize(email))

    async def count_mail(self, email: str) -> None:
        """Count a mail that the caller asked for; like `may_mail`, but refuses.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        await self._hit(self._rates.mail.account, "mail", _normalize(email))

    async def count_own(self, action: OwnAction, user_id: UUID) -> None:
        """Count a call about the caller's own account.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates: Rates | OwnRates = getattr(self._rates, action)
        await self._hit(rates.account, action, str(user_id))

    @asynccontextmanager
    async def count_refusals(self, action: Action) -> AsyncIterator[None]:
        """Count a refusal for the IP address if the block raises `Unauthenticated`.

        A user with a valid token is not stopped by others on the same IP address who try invalid ones.

        Raises (out of the block):
            TooManyRequests: `too_many_requests`, instead of one refusal too many.
        """
        rates: Rates = getattr(self._rates, action)
        try:
            yield
        except Unauthenticated:
            await self._hit(rates.ip, action, self.ip_hash)
            raise

    @asynccontextmanager
    async def count_wrong_passwords(self, email: str, *, from_known_ip: bool) -> AsyncIterator[None]:
        """Let the block try a password; it raises `Unauthenticated` if the password is wrong.

        Three counts apply, from narrow to wide: wrong passwords for this account from this IP address, for
        all accounts from this IP address, and for this account from everywhere. The wider two do not stop
        an IP address that is known to the account's confirmed owner.

        Args:
            email: The account's email as typed, whether the account exists or not.
            from_known_ip: Whether its owner has signed in from this IP address within `KNOWN_FOR`.

        Raises (out of the block):
            TooManyRequests: `too_many_requests`, before the password is tried.
        """
        rates, account = self._rates.login, _normalize(email)
        if not from_known_ip:
            await self._require_room(rates.ip, "login", self.ip_hash)
            await self._require_room(rates.account, "login", account)
        # Counted before the password is tried, so that simultaneous tries count too. A right password
        # resets the count (`forget_wrong_passwords_from_ip`).
        await self._hit(rates.account_from_ip, "login", account, self.ip_hash)
        try:
            yield
        except Unauthenticated:
            if self._rates.enabled:
                await self._limiter.hit(rates.ip, "login", self.ip_hash)
                if not from_known_ip:
                    await self._limiter.hit(rates.account, "login", account)
            raise

    async def forget_wrong_passwords_from_ip(self, user: User) -> None:
        """Reset the count of wrong passwords from this IP address, after the right one was given.

        Only for a confirmed account: anyone can register another's email, and could sign in to that account
        after every few guesses at the owner's password.
        """
        if user.email_confirmed_at is not None:
            account = _normalize(user.email)
            await self._limiter.clear(self._rates.login.account_from_ip, "login", account, self.ip_hash)

    async def forget_wrong_passwords(self, user: User) -> None:
        """Reset the count of wrong passwords from everywhere, after the password was reset."""
        login, account = self._rates.login, _normalize(user.email)
        await self._limiter.clear(login.account, "login", account)
        await self._limiter.clear(login.account_from_ip, "login", account, self.ip_hash)

    async def _count_operator_mail(self, action: str, rates: OperatorMailRates) -> None:
        await self._hit(rates.network, action, "network", self.network)
        # Counted last, so that refused calls of one caller do not use up what is left for all.
        if self._rates.enabled and await self._limiter.hit(rates.everybody, action, "everybody"):
            await self._hit(rates.crowded, action, "crowded", self.network)

    async def _hit(self, rate: str, *key: str, times: int = 1) -> None:
        if self._rates.enabled:
            _refuse_for(await self._limiter.hit(rate, *key, times=times))

    async def _require_room(self, rate: str, *key: str) -> None:
        if self._rates.enabled:
            _refuse_for(await self._limiter.seconds_to_wait(rate, *key))


async def is_known_ip(db: AsyncSession, user_id: UUID | None, ip_hash: str, now: datetime) -> bool:
    """Return whether the account was signed in to from this IP address within `KNOWN_FOR`.

    Args:
        db: The transaction.
        user_id: The account; None if there is none, which takes the same time.
        ip_hash: `Limits.ip_hash`.
        now: The current time.
    """
    found = await db.exec(
        select(LoginSession.id)
        .where(
            LoginSession.user_id == (user_id or uuid4()),
            LoginSession.ip_hash == ip_hash,
            col(LoginSession.created_at) > now - KNOWN_FOR,
        )
        .limit(1)
    )
    return found.first() is not None


def _normalize(account: str) -> str:
    try:
        return normalize_email(account)
    except InvalidInput:
        return account.strip().casefold()


def _refuse_for(seconds: int) -> None:
    if seconds:
        raise TooManyRequests("too_many_requests", _in_words(seconds), retry_after=seconds)


def _in_words(seconds: int) -> str:
    if seconds > 3600:
        return _("Too many tries. Try again in {n} hours.", n=-(-seconds // 3600))
    if seconds > 60:
        return _("Too many tries. Try again in {n} minutes.", n=-(-seconds // 60))
    return ngettext(
        "Too many tries. Try again in {n} second.", "Too many tries. Try again in {n} seconds.", seconds
    )
