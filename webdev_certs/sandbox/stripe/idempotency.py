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
    """What a request got, or gets again."""

    status: int
    body: Json
    replayed: bool = False


def fingerprint(method: str, path: str, form: Json) -> str:
    """Tells whether two requests ask for the same."""
    asked = json.dumps([method, path, form], sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()


def check_length(key: str) -> None:
    """Refuses keys that are too long.

    Raises:
        ApiError: it is.
    """
    if len(key) > _LONGEST:
        raise ApiError(f"Idempotency keys must be {_LONGEST} characters or fewer.", kind="idempotency_error")


def recall(store: Store, key: str, asked: str, now: int) -> Answer | None:
    """The answer that the key got before; a day later it is forgotten.

    Raises:
        ApiError: the key was used for another request.
    """
    store.database.execute("DELETE FROM idempotency_keys WHERE used_at < ?", (now - _KEPT_SECONDS,))
    query = "SELECT fingerprint, status, body FROM idempotency_keys WHERE key = ?"
    row = store.database.execute(query, (key,)).fetchone()
    if not row:
        return None
    if row[0] != asked:
        message = (
            "Keys for idempotent requests can only be used with the same parameters they were first used"
            f" with. Try using a key other than '{key}' if you meant to execute a different request."
        )
        raise ApiError(message, kind="idempotency_error")
    return Answer(row[1], json.loads(row[2]), replayed=True)


def remember(store: Store, key: str, asked: str, answer: Answer, now: int) -> None:
    """Keeps the answer for the key."""
    store.database.execute(
        "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)",
        (key, asked, answer.status, json.dumps(answer.body), now),
    )


def in_use(key: str) -> ApiError:
    """Says that the first request with the key is still running."""
    message = (
        "There is currently another in-progress request using this Idempotent Key (that probably means you"
        f" submitted twice, and the other request is still going through): {key}. Please try again later."
    )
    return ApiError(message, status=409, kind="idempotency_error", code="idempotency_key_in_use")
