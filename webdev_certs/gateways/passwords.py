"""Argon2id for passwords (RFC 9106), off the event loop and bounded in memory."""

import asyncio
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore
from typing import TypeVar

import argon2
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from webdev_certs.domain.errors import Overloaded

T = TypeVar("T")

_COME_BACK_SECONDS = 5


class PasswordHasher:
    """Hashes and checks passwords, at most `workers` at a time; further ones wait their turn.

    Only `queue` of them may wait. Who comes then is sent away at once: the wait would outlast their patience,
    and everybody else's with it.

    Passwords are compared in Unicode form NFC (RFC 8265 §4.2.2), so that one typed on another keyboard or
    system is the same password. NFKC would also merge characters that people see as different.
    """

    def __init__(
        self, workers: int, parameters: argon2.Parameters = RFC_9106_LOW_MEMORY, *, queue: int = 200
    ) -> None:
        """Takes the number of threads and the cost: by default 64 MiB, 3 passes, 4 lanes (RFC 9106 §4)."""
        self._hasher = argon2.PasswordHasher.from_parameters(parameters)
        # Threads of its own: a burst of sign-ins must not take those that the event loop offers to all.
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="argon2")
        self._places = BoundedSemaphore(workers + queue)
        self.dummy_hash = _dummy_hash(parameters)
        """Belongs to no password and takes as long to check as any: for accounts that do not exist."""

    async def hash(self, password: str) -> str:
        """The password's hash in Argon2's encoded form, with a new salt and the parameters.

        Raises:
            Overloaded: `busy`: too many wait already.
        """
        return await self._run(self._hasher.hash, _nfc(password))

    async def verify(self, encoded: str, password: str) -> bool:
        """Whether `encoded` is the hash of the password.

        Raises:
            Overloaded: `busy`: too many wait already.
            argon2.exceptions.InvalidHashError: `encoded` is not in Argon2's form.
        """
        try:
            return await self._run(self._hasher.verify, encoded, _nfc(password))
        except VerifyMismatchError:
            return False

    def needs_rehash(self, encoded: str) -> bool:
        """Whether the hash was made with other parameters than those in use."""
        return self._hasher.check_needs_rehash(encoded)

    def close(self) -> None:
        """Lets the threads end."""
        self._threads.shutdown(wait=False)

    async def _run(self, function: Callable[..., T], *arguments: str) -> T:
        if not self._places.acquire(blocking=False):
            raise Overloaded(
                "busy",
                "Very many people are signing in at this moment. Try again in a few seconds.",
                retry_after=_COME_BACK_SECONDS,
            )
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        finally:
            self._places.release()


def _nfc(password: str) -> str:
    return unicodedata.normalize("NFC", password)


def _dummy_hash(parameters: argon2.Parameters) -> str:
    # Random bytes in place of a hash: nobody knows a password for them, and making them costs nothing.
    salt, digest = (
        b64encode(secrets.token_bytes(length)).rstrip(b"=").decode()
        for length in (parameters.salt_len, parameters.hash_len)
    )
    costs = f"m={parameters.memory_cost},t={parameters.time_cost},p={parameters.parallelism}"
    return f"$argon2id$v={parameters.version}${costs}${salt}${digest}"
