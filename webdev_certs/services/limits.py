"""What may be asked for how often, by whom and about whom (decision 0011).

No limit is one that a stranger can fill to keep somebody out for good: see `Limits.guesses`,
`Limits.start_anew` and `Limits.refusals`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID, uuid4

from sqlmodel import col, select

from webdev_certs.server.domain.errors import InvalidInput, TooManyRequests, Unauthenticated
from webdev_certs.server.domain.networks import household
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.limit_settings import LimitSettings, OwnRates, PublicRates, Rates
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.server.services.accounts import normalise_email

KNOWN_FOR = timedelta(days=30)
"""How long an address from which somebody has signed in counts as theirs."""

Action = Literal["forgot_password", "resend", "refresh", "verify", "certificate"]
OwnAction = Literal["refresh", "verify", "checkout", "payment"]
"""What people do with their own account, once they have proved that it is theirs."""


class Limits:
    """The limits as one caller meets them.

    Attributes:
        place: the caller's network address as a keyed hash, which is all that is ever stored of it.
    """

    def __init__(self, limiter: RateLimiter, rates: LimitSettings, address: str) -> None:
        """Takes the caller's network address."""
        self._limiter = limiter
        self._rates = rates
        self.place = limiter.mark("address", household(address))

    async def spend(self, action: Action, account: str = "") -> None:
        """Counts a call that anyone may make.

        Args:
            action: which call.
            account: whom it is about: an email address in any spelling, or an id.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates: PublicRates = getattr(self._rates, action)
        await self._hit(rates.address, action, self.place)
        if isinstance(rates, Rates):
            await self._hit(rates.account, action, _spelling(account))

    async def spend_registration(self, email: str) -> bool:
        """Counts a registration.

        Only those from here are refused. However many there are from elsewhere, an address can be registered;
        they are answered alike, but its reader gets no more mails about it for a while.

        Returns:
            Whether the address may be sent a mail.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates, address = self._rates.registration, _spelling(email)
        await self._hit(rates.address, "registration", self.place)
        await self._hit(rates.here, "registration", address, self.place)
        return not self._rates.enabled or not await self._limiter.hit(rates.account, "registration", address)

    async def spend_own(self, action: OwnAction, user_id: UUID) -> None:
        """Counts a call for the account that has proved to be the caller's, and for nobody else.

        Raises:
            TooManyRequests: `too_many_requests`.
        """
        rates: Rates | OwnRates = getattr(self._rates, action)
        await self._hit(rates.account, action, str(user_id))

    @asynccontextmanager
    async def refusals(self, action: Action) -> AsyncIterator[None]:
        """Counts, for the address, a block that ends in `Unauthenticated`.

        Whoever holds a good token is not stopped by neighbours who try bad ones.

        Raises (out of the block):
            TooManyRequests: `too_many_requests`, in place of a refusal too many.
        """
        rates: Rates = getattr(self._rates, action)
        try:
            yield
        except Unauthenticated:
            await self._hit(rates.address, action, self.place)
            raise

    @asynccontextmanager
    async def guesses(self, email: str, *, known: bool) -> AsyncIterator[None]:
        """Lets a block try a password, which ends in `Unauthenticated` when it is wrong.

        From one address an account bears few wrong passwords; what this stops is that address alone. All
        accounts together bear more from one address, and one account even more from all addresses; neither
        stops an address from which the account's owner, who has confirmed its address, has signed in before.

        Args:
            email: the account, in any spelling, whether it exists or not.
            known: whether someone has signed in to it from here within `KNOWN_FOR`.

        Raises (out of the block):
            TooManyRequests: `too_many_requests`, before the password is tried.
        """
        rates, account = self._rates.login, _spelling(email)
        everywhere = ("login", account)
        if not known:
            await self._require_room(rates.address, "login", self.place)
            await self._require_room(rates.account, *everywhere)
        # Counted first and forgiven afterwards (`forgive`), so that guesses at the same moment count too.
        await self._hit(rates.here, *everywhere, self.place)
        try:
            yield
        except Unauthenticated:
            if self._rates.enabled:
                await self._limiter.hit(rates.address, "login", self.place)
                if not known:
                    await self._limiter.hit(rates.account, *everywhere)
            raise

    async def forgive(self, user: User) -> None:
        """Forgets the wrong passwords from here, now that the right one has been given.

        Not if the account has not confirmed its address: anyone can register that of someone else, and could
        give their own password after every few guesses at the owner's.
        """
        if user.email_confirmed_at is not None:
            account = _spelling(user.email)
            await self._limiter.clear(self._rates.login.here, "login", account, self.place)

    async def start_anew(self, user: User) -> None:
        """Forgets the wrong passwords from everywhere: none was about the one just chosen by a link."""
        login, account = self._rates.login, _spelling(user.email)
        await self._limiter.clear(login.account, "login", account)
        await self._limiter.clear(login.here, "login", account, self.place)

    async def _hit(self, rate: str, *key: str) -> None:
        if self._rates.enabled:
            _refuse_for(await self._limiter.hit(rate, *key))

    async def _require_room(self, rate: str, *key: str) -> None:
        if self._rates.enabled:
            _refuse_for(await self._limiter.wait(rate, *key))


async def is_known_place(session: AsyncSession, user_id: UUID | None, place: str, now: datetime) -> bool:
    """Whether somebody has signed in to the account from this place within `KNOWN_FOR`.

    Args:
        session: the transaction.
        user_id: the account that has confirmed its address, or None where there is none, which takes as long.
        place: `Limits.place`.
        now: the present.
    """
    found = await session.exec(
        select(LoginSession.id)
        .where(
            LoginSession.user_id == (user_id or uuid4()),
            LoginSession.place == place,
            col(LoginSession.created_at) > now - KNOWN_FOR,
        )
        .limit(1)
    )
    return found.first() is not None


def _spelling(account: str) -> str:
    try:
        return normalise_email(account)
    except InvalidInput:
        return account.strip().casefold()


def _refuse_for(seconds: int) -> None:
    if seconds:
        message = f"That was too often. Try again in {_in_words(seconds)}."
        raise TooManyRequests("too_many_requests", message, retry_after=seconds)


def _in_words(seconds: int) -> str:
    for length, unit in ((3600, "hour"), (60, "minute")):
        if seconds > length:
            return f"{-(-seconds // length)} {unit}s"
    return "1 second" if seconds == 1 else f"{seconds} seconds"
