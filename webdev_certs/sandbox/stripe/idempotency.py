"""Idempotency keys: https://docs.stripe.com/api/idempotent_requests."""

import hashlib
import json
from dataclasses import dataclass

from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.store import Store

_KEPT_SECONDS = 24 * 3600
_LONGEST = 255


@dataclass(frozen=True)
class Answer:
    """The answer to a request; `replayed` if an earlier request with the same key got it first."""

    status: int
    body: Json
    replayed: bool = False


def fingerprint(method: str, path: str, form: Json) -> str:
    """Return a digest that is the same for requests with the same content."""
    content = json.dumps([method, path, form], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()


def check_length(key: str) -> None:
    """Check that the key is not too long.

    Raises:
        ApiError: It is.
    """
    if len(key) > _LONGEST:
        raise ApiError(f"Idempotency keys must be {_LONGEST} characters or fewer.", kind="idempotency_error")


def recall(store: Store, key: str, fingerprint: str, now: int) -> Answer | None:
    """Return the answer to an earlier request with this key, if that was less than a day ago.

    Raises:
        ApiError: The key was used for a different request.
    """
    store.database.execute("DELETE FROM idempotency_keys WHERE used_at < ?", (now - _KEPT_SECONDS,))
    query = "SELECT fingerprint, status, body FROM idempotency_keys WHERE key = ?"
    row = store.database.execute(query, (key,)).fetchone()
    if not row:
        return None
    if row[0] != fingerprint:
        message = (
            "Keys for idempotent requests can only be used with the same parameters they were first used"
            f" with. Try using a key other than '{key}' if you meant to execute a different request."
        )
        raise ApiError(message, kind="idempotency_error")
    return Answer(row[1], json.loads(row[2]), replayed=True)


def remember(store: Store, key: str, fingerprint: str, answer: Answer, now: int) -> None:
    """Store the answer for the key."""
    store.database.execute(
        "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)",
        (key, fingerprint, answer.status, json.dumps(answer.body), now),
    )


def in_use(key: str) -> ApiError:
    """Return the error for a key whose first request is still running."""
    message = (
        "There is currently another in-progress request using this Idempotent Key (that probably means you"
        f" submitted twice, and the other request is still going through): {key}. Please try again later."
    )
    return ApiError(message, status=409, kind="idempotency_error", code="idempotency_key_in_use")
