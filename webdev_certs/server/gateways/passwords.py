"""Argon2id for passwords (RFC 9106), off the event loop and bounded in memory."""

import asyncio
import os
import secrets
import sys
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import argon2
from argon2.exceptions import VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from webdev_certs.server.domain.errors import Overloaded

T = TypeVar("T")

OUTDATED: tuple[argon2.Parameters, ...] = ()
"""What `PasswordHasher` made hashes with in former releases; a change of its default adds the old one."""
_COME_BACK_SECONDS = 5
_NICENESS = 10
"""The threads in which Argon2 fills its lanes inherit it."""


class PasswordHasher:
    """Hashes and checks passwords, at most `workers` at a time; further ones wait their turn.

    Only `queue` of them may wait: on two cores 120 take some 15 seconds, as long as our screens wait for an
    answer. Who comes then is sent away at once.

    Passwords are compared in Unicode form NFC (RFC 8265 §4.2.2), so that one typed on another keyboard or
    system is the same password. NFKC would also merge characters that people see as different.
    """

    def __init__(
        self,
        workers: int,
        parameters: argon2.Parameters = RFC_9106_LOW_MEMORY,
        *,
        outdated: Sequence[argon2.Parameters] = OUTDATED,
        queue: int = 120,
    ) -> None:
        """Takes the number of threads and the cost: by default 64 MiB, 3 passes, 4 lanes (RFC 9106 §4).

        Args:
            workers: how many hashes are made at once.
            parameters: of new hashes.
            outdated: what stored hashes may have been made with before.
            queue: how many more may wait.
        """
        self._hasher = argon2.PasswordHasher.from_parameters(parameters)
        # Threads of its own: a burst of sign-ins must not take those that the event loop offers to all.
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="argon2", initializer=_step_back)
        self._places = threading.BoundedSemaphore(workers + queue)
        self._dummies = [(costs, _dummy_hash(costs)) for costs in (parameters, *outdated)]

    async def hash(self, password: str) -> str:
        """The password's hash in Argon2's encoded form, with a new salt and the parameters.

        Raises:
            Overloaded: `busy`: too many wait already.
        """
        return await self._run(self._hasher.hash, _nfc(password))

    async def verify(self, encoded: str | None, password: str) -> bool:
        """Whether `encoded` is the hash of the password; None, of an account without one, is of none.

        A refusal costs one check with each set of parameters, whichever the hash has and if there is none:
        otherwise its time would tell accounts whose hash is outdated from those that do not exist.

        Raises:
            Overloaded: `busy`: too many wait already.
            argon2.exceptions.InvalidHashError: `encoded` is not in Argon2's form.
        """
        return await self._run(self._matches, encoded, _nfc(password))

    def needs_rehash(self, encoded: str) -> bool:
        """Whether the hash was made with other parameters than those in use."""
        return self._hasher.check_needs_rehash(encoded)

    def close(self) -> None:
        """Lets the threads end."""
        self._threads.shutdown(wait=False)

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


def _step_back() -> None:
    """Leaves the processor to whoever wants it beside this thread: hashing takes all there is."""
    # Linux takes a thread for a process here; elsewhere hashes compete as equals.
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


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
