"""Hashing passwords with Argon2id (RFC 9106), in threads and with bounded memory."""

import copy
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Self, TypeVar

import argon2
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.shared.translation import N_

T = TypeVar("T")

OUTDATED: tuple[argon2.Parameters, ...] = ()
"""The default parameters of earlier releases; add the old ones here when the default changes."""


class PasswordHasher:
    """Hashes and checks passwords, at most `workers` at a time.

    Up to `queue` more calls wait: on two cores 120 take about 15 seconds, which is how long the screens wait
    for an answer. Callers take turns, and once the queue is full, each has an equal share (`FairWorkers`).

    Passwords are compared in Unicode form NFC (RFC 8265 §4.2.2), so that the same password matches whatever
    keyboard or system it is typed on. NFKC would also merge characters that people see as different.
    """

    def __init__(
        self,
        workers: int,
        parameters: argon2.Parameters = RFC_9106_LOW_MEMORY,
        *,
        outdated: Sequence[argon2.Parameters] = OUTDATED,
        queue: int = 120,
    ) -> None:
        """Set up the queue; the first call starts a thread.

        Args:
            workers: How many calls run at once.
            parameters: The cost of new hashes: by default 64 MiB, 3 passes, 4 lanes (RFC 9106 §4).
            outdated: Parameters that stored hashes may have been made with before.
            queue: How many more calls may wait.
        """
        self._hasher = argon2.PasswordHasher.from_parameters(parameters)
        self._workers = FairWorkers(
            workers,
            queue=queue,
            name="argon2",
            refusal=N_("A lot of people are signing in right now. Try again in a few seconds."),
        )
        self._caller = ""
        self._dummies = [(costs, _dummy_hash(costs)) for costs in (parameters, *outdated)]

    def for_caller(self, caller: str) -> Self:
        """Return this hasher, with the same threads, for calls that count as this caller's."""
        own = copy.copy(self)
        own._caller = caller
        return own

    async def hash(self, password: str) -> str:
        """Return the password's hash in Argon2's encoded form, which holds a new salt and the parameters.

        Raises:
            Overloaded: `busy`: too many calls wait already.
        """
        return await self._run(self._hasher.hash, _nfc(password))

    async def verify(self, encoded: str | None, password: str) -> bool:
        """Return whether `encoded` is a hash of the password; never for None, an account without a password.

        A wrong password costs one check with each set of parameters, whatever hash there is. Otherwise the
        time would tell accounts with an outdated hash from accounts that do not exist.

        Raises:
            Overloaded: `busy`: too many calls wait already.
            argon2.exceptions.InvalidHashError: `encoded` is not in Argon2's form.
        """
        return await self._run(self._matches, encoded, _nfc(password))

    def needs_rehash(self, encoded: str) -> bool:
        """Return whether the hash was made with other parameters than those of new hashes."""
        return self._hasher.check_needs_rehash(encoded)

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return self._workers.waiting

    def close(self) -> None:
        """End the threads once they are idle."""
        self._workers.close()

    def _matches(self, encoded: str | None, password: str) -> bool:
        if encoded and self._check(encoded, password):
            return True
        checked = argon2.extract_parameters(encoded) if encoded else None
        for costs, dummy in self._dummies:
            if costs != checked:
                self._check(dummy, password)
        return False

    def _check(self, encoded: str, password: str) -> bool:
        try:
            return self._hasher.verify(encoded, password)
        except VerifyMismatchError:
            return False

    async def _run(self, function: Callable[..., T], *arguments: str | None) -> T:
        return await self._workers.run(self._caller, function, *arguments)


def _nfc(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _dummy_hash(parameters: argon2.Parameters) -> str:
    # Random bytes instead of a hash: no password matches them, and they cost nothing to make.
    salt, digest = (
        b64encode(secrets.token_bytes(length)).rstrip(b"=").decode()
        for length in (parameters.salt_len, parameters.hash_len)
    )
    costs = f"m={parameters.memory_cost},t={parameters.time_cost},p={parameters.parallelism}"
    return f"$argon2id$v={parameters.version}${costs}${salt}${digest}"
