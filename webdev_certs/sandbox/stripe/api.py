"""The HTTP side of the API: keys, versions, idempotency, expanded references, and errors as JSON."""

import hashlib
import hmac
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe.account import API_VERSION, Account, AccountThread, Store, new_id, presented
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation, decode_form, parse

log = logging.getLogger(__name__)

_METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH"]
_KEY_SECONDS = 24 * 3600
_REFERENCES = {"product": "product", "payment_intent": "payment_intent"}
"""The fields that hold an id and can be expanded, with the kind of object that has it."""


@dataclass(frozen=True)
class _Call:
    """One authenticated request."""

    operation: Operation
    form: Json
    path: dict[str, str]
    fingerprint: str
    """The same for requests with the same content."""
    key: str | None


@dataclass(frozen=True)
class _Answer:
    """The answer to a request; `replayed` if an earlier request with the same key got it first."""

    status: int
    body: Json
    replayed: bool = False


class Api:
    """Serves the operations over HTTP."""

    def __init__(self, thread: AccountThread, operations: Sequence[Operation]) -> None:
        self._thread = thread
        self._running_keys: set[str] = set()
        self.routes = [
            # Before the routes with an id, which would take `search` for one.
            Route("/v1/{resource}/search", self._left_out, methods=["GET"]),
            *(
                Route(operation.path, partial(self._endpoint, operation), methods=[operation.method])
                for operation in operations
            ),
            Route("/v1/{path:path}", self._left_out, methods=_METHODS),
        ]

    async def _left_out(self, request: Request) -> Response:
        """Refuse what Stripe has and the sandbox leaves out."""
        message = (
            f"Unrecognized request URL ({request.method}: {_path(request)})."
            " The sandbox has only what the product calls: see docs/sandbox.md."
        )
        return _respond(ApiError(message, status=404))

    async def _endpoint(self, operation: Operation, request: Request) -> Response:
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        try:
            self._check_caller(request)
            form = await _form(request)
            content = json.dumps([request.method, _path(request), form], sort_keys=True)
            fingerprint = hashlib.sha256(content.encode()).hexdigest()
            answer = await self._answer(_Call(operation, form, dict(request.path_params), fingerprint, key))
        except ApiError as error:
            answer = error
        except Exception:
            log.exception("The Stripe sandbox failed at %s %s", request.method, request.url.path)
            answer = ApiError("The sandbox failed; its log says why.", status=500, kind="api_error")
        return _respond(answer, key)

    async def _answer(self, call: _Call) -> _Answer:
        if not call.key:
            return await self._thread.run(partial(_execute, call))
        if call.key in self._running_keys:
            message = (
                "There is currently another in-progress request using this Idempotent Key (that probably"
                " means you submitted twice, and the other request is still going through):"
                f" {call.key}. Please try again later."
            )
            raise ApiError(message, status=409, kind="idempotency_error", code="idempotency_key_in_use")
        self._running_keys.add(call.key)
        try:
            return await self._thread.run(partial(_execute, call))
        finally:
            self._running_keys.discard(call.key)

    def _check_caller(self, request: Request) -> None:
        scheme, _, api_key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not api_key:
            message = (
                "You did not provide an API key. You need to provide your API key in the Authorization"
                " header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
            )
            raise ApiError(message, status=401)
        if not hmac.compare_digest(api_key.encode(), self._thread.config.secret_key.encode()):
            raise ApiError(f"Invalid API Key provided: ****{api_key[-4:]}", status=401)
        version = request.headers.get("stripe-version", API_VERSION)
        if version != API_VERSION:
            message = f"Invalid Stripe API version: {version}. The sandbox supports only {API_VERSION}."
            raise ApiError(message)


def _execute(call: _Call, account: Account) -> _Answer:
    """Run the operation in the account's thread and keep its answer for the idempotency key."""
    store, now = account.store, int(account.config.clock().timestamp())
    if call.key and (earlier := _recall(store, call.key, call.fingerprint, now)):
        return earlier
    parameters = parse(call.operation.parameters, call.form)
    store.database.execute("SAVEPOINT operation")
    try:
        found = call.operation.run(account, parameters, **call.path)
        for path in parameters.expand:
            _expand(account, found, path)
        answer = _Answer(200, presented(found))
    except ApiError as error:
        store.database.execute("ROLLBACK TO operation")
        answer = _Answer(error.status, error.body)
    if call.key:
        store.database.execute(
            "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?)",
            (call.key, call.fingerprint, answer.status, json.dumps(answer.body), now),
        )
    return answer


def _recall(store: Store, key: str, fingerprint: str, now: int) -> _Answer | None:
    """Return the answer to an earlier request with this key, if that was less than a day ago.

    https://docs.stripe.com/api/idempotent_requests

    Raises:
        ApiError: The key was used for a different request.
    """
    store.database.execute("DELETE FROM idempotency_keys WHERE used_at < ?", (now - _KEY_SECONDS,))
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
    return _Answer(row[1], json.loads(row[2]), replayed=True)


def _expand(account: Account, answer: Json, path: str) -> None:
    """Replace an id in the answer with its object: https://docs.stripe.com/api/expanding_objects.

    Args:
        account: The account with the objects.
        answer: The answer to send; changed in place.
        path: The field, e.g. `line_items`, or `data.payments` in a list.

    Raises:
        ApiError: The field cannot be expanded.
    """
    name = path.removeprefix("data.")
    for holder in answer["data"] if path.startswith("data.") else [answer]:
        if f"_{name}" in holder:
            holder[name] = holder[f"_{name}"]
        elif name in _REFERENCES and name in holder:
            holder[name] = holder[name] and account.get(_REFERENCES[name], holder[name])
        else:
            raise ApiError(f"This property cannot be expanded in the sandbox ({path}).", param="expand")


def _respond(answer: _Answer | ApiError, key: str | None = None) -> Response:
    headers = {"Request-Id": new_id("req"), "Stripe-Version": API_VERSION, "Cache-Control": "no-store"}
    if key:
        headers["Idempotency-Key"] = key
    if isinstance(answer, _Answer) and answer.replayed:
        headers["Idempotent-Replayed"] = "true"
    return JSONResponse(answer.body, answer.status, headers)


async def _form(request: Request) -> Json:
    if request.method != "POST":
        return decode_form(request.url.query)
    body = await request.body()
    content_type = request.headers.get("content-type", "").partition(";")[0]
    if body and content_type != "application/x-www-form-urlencoded":
        message = "Invalid request (check that your POST content type is application/x-www-form-urlencoded)."
        raise ApiError(message)
    try:
        return decode_form(body.decode())
    except UnicodeDecodeError as error:
        raise ApiError("Invalid request body: it is not UTF-8.") from error


def _path(request: Request) -> str:
    return request.url.path.removeprefix(request.scope.get("root_path", ""))
