"""How often things may be asked for, as settings."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

Rate = Annotated[
    str, StringConstraints(pattern=r"^[1-9]\d{0,8} ?/ ?([1-9]\d{0,5} )?(second|minute|hour|day)s?$")
]
"""For example `60/hour` or `10/15 minutes`."""


class OwnRates(BaseModel):
    """Limits of calls about the caller's own account, and nobody else's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    account: Rate


class PublicRates(BaseModel):
    """Limits of calls that are about no account."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    address: Rate
    """From one network address, whichever accounts it is about."""


class Rates(PublicRates):
    """Limits of calls about an account."""

    account: Rate
    """About one account, from wherever."""


class SharedRates(Rates):
    """Limits of calls that name an account without proof that it is the caller's."""

    here: Rate
    """About one account from one network address."""


class LimitSettings(BaseModel):
    """All limits; one is set by e.g. `LIMITS__LOGIN__ADDRESS=300/hour`. Why these: decision 0011."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enabled: bool = True
    login: SharedRates = SharedRates(here="10/15 minutes", address="60/15 minutes", account="100/hour")
    """Failed sign-ins."""
    registration: SharedRates = SharedRates(here="5/hour", address="60/hour", account="20/hour")
    """Over that for one account, which counts them from everywhere, no mail is sent; nobody is refused."""
    forgot_password: Rates = Rates(address="30/hour", account="5/15 minutes")
    """The window for one account is shorter than the life of a link, so whoever is refused has a good one."""
    resend: Rates = Rates(address="30/hour", account="5/15 minutes")
    refresh: Rates = Rates(address="60/15 minutes", account="60/15 minutes")
    """For one address: refused refreshes."""
    verify: Rates = Rates(address="60/15 minutes", account="120/minute")
    """For one address: refused tokens."""
    certificate: PublicRates = PublicRates(address="120/minute")
    """Public look-ups of certificates that do not exist."""
    checkout: OwnRates = OwnRates(account="30/15 minutes")
    """Beginnings to pay; a double click counts twice."""
    payment: OwnRates = OwnRates(account="60/15 minutes")
    """Confirmations of a payment: the page asks six times for each payment that is late."""
