"""The HTTP side of the API: keys, versions, parameters, idempotency, and errors as JSON."""

import base64
import hmac
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from webdev_certs.sandbox.stripe import idempotency
from webdev_certs.sandbox.stripe.account import API_VERSION, Account, Config, presented
from webdev_certs.sandbox.stripe.errors import ApiError, InvalidParameters, Json
from webdev_certs.sandbox.stripe.expansion import expand
from webdev_certs.sandbox.stripe.forms import decode
from webdev_certs.sandbox.stripe.idempotency import Answer
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import read
from webdev_certs.sandbox.stripe.store import Store, StoreThread

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Call:
    """One authenticated request."""

    operation: Operation
    form: Json
    fingerprint: str
    path: dict[str, str]
    request_id: str
    key: str | None


class Api:
    """Serves the operations over HTTP."""

    def __init__(
        self,
        config: Config,
        thread: StoreThread,
        operations: Sequence[Operation],
        on_change: Callable[[], None],
    ) -> None:
        """Create the routes; `on_change` is called after each request that may have changed something."""
        self._config = config
        self._thread = thread
        self._on_change = on_change
        self._running_keys: set[str] = set()
        self.routes = [
            # Before the routes with an id, which would take `search` for one.
            Route("/v1/{resource}/search", self._search, methods=["GET"]),
            *(
                Route(operation.path, partial(self._endpoint, operation), methods=[operation.method])
                for operation in operations
            ),
        ]

    async def unknown(self, request: Request) -> Response:
        """Answer 404 for every path without an operation."""
        path = request.url.path.removeprefix(request.scope.get("root_path", ""))
        message = f"Unrecognized request URL ({request.method}: {path})."
        return self._respond(ApiError(message, status=404), self._config.new_id("req"))

    async def _search(self, request: Request) -> Response:
        """Refuse Stripe's search, which the product does not use: it finds new objects late."""
        try:
            self._check_caller(request)
            resource = request.path_params["resource"]
            message = (
                f"The sandbox does not support search (GET /v1/{resource}/search)."
                f" List with GET /v1/{resource} and its filters instead."
            )
            raise ApiError(message)
        except ApiError as error:
            return self._respond(error, self._config.new_id("req"))

    async def _endpoint(self, operation: Operation, request: Request) -> Response:
        request_id = self._config.new_id("req")
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        try:
            self._check_caller(request)
            form = await _form(request)
            path = request.url.path.removeprefix(request.scope.get("root_path", ""))
            fingerprint = idempotency.fingerprint(request.method, path, form)
            call = _Call(operation, form, fingerprint, dict(request.path_params), request_id, key)
            return self._respond(await self._answer(call), request_id, key)
        except ApiError as error:
            return self._respond(error, request_id, key)
        except Exception:
            log.exception("The Stripe sandbox failed at %s %s", request.method, request.url.path)
            failure = ApiError("The sandbox failed; its log says why.", status=500, kind="api_error")
            return self._respond(failure, request_id, key)

    async def _answer(self, call: _Call) -> Answer:
        if call.key:
            idempotency.check_length(call.key)
            if call.key in self._running_keys:
                raise idempotency.in_use(call.key)
            self._running_keys.add(call.key)
        try:
            return await self._thread.run(partial(self._execute, call))
        finally:
            self._running_keys.discard(call.key or "")
            self._on_change()

    def _execute(self, call: _Call, store: Store) -> Answer:
        """Run the operation in the store's thread and keep its answer for the idempotency key."""
        now = int(self._config.clock().timestamp())
        if call.key and (earlier := idempotency.recall(store, call.key, call.fingerprint, now)):
            return earlier
        parameters = read(call.operation.parameters, call.form)
        account = Account(store, self._config, call.request_id, call.key)
        try:
            with store.savepoint():
                found = call.operation.run(account, parameters, **call.path)
                answer = Answer(200, presented(expand(account, found, parameters.expand)))
        except InvalidParameters:
            raise
        except ApiError as error:
            answer = Answer(error.status, error.body)
        if call.key:
            idempotency.remember(store, call.key, call.fingerprint, answer, now)
        return answer

    def _check_caller(self, request: Request) -> None:
        api_key = _api_key(request)
        if not api_key:
            message = (
                "You did not provide an API key. You need to provide your API key in the Authorization"
                " header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
            )
            raise ApiError(message, status=401)
        if not hmac.compare_digest(api_key.encode(), self._config.secret_key.encode()):
            if api_key == self._config.publishable_key:
                message = (
                    "This API call cannot be made with a publishable API key. Please use a secret API key."
                )
                raise ApiError(message, status=401, code="secret_key_required")
            raise ApiError(f"Invalid API Key provided: {_masked(api_key)}", status=401)
        version = request.headers.get("stripe-version", API_VERSION)
        if version != API_VERSION:
            message = f"Invalid Stripe API version: {version}. The sandbox supports only {API_VERSION}."
            raise ApiError(message)

    def _respond(self, answer: Answer | ApiError, request_id: str, key: str | None = None) -> Response:
        headers = {"Request-Id": request_id, "Stripe-Version": API_VERSION, "Cache-Control": "no-store"}
        if key:
            headers["Idempotency-Key"] = key
        if answer.status == 401:
            headers["WWW-Authenticate"] = 'Bearer realm="Stripe"'
        if isinstance(answer, Answer) and answer.replayed:
            headers["Idempotent-Replayed"] = "true"
        return JSONResponse(answer.body, answer.status, headers)


async def _form(request: Request) -> Json:
    if request.method != "POST":
        return decode(request.url.query)
    body = await request.body()
    content_type = request.headers.get("content-type", "").partition(";")[0]
    if body and content_type != "application/x-www-form-urlencoded":
        message = "Invalid request (check that your POST content type is application/x-www-form-urlencoded)."
        raise ApiError(message)
    try:
        return decode(body.decode())
    except UnicodeDecodeError as error:
        raise ApiError("Invalid request body: it is not UTF-8.") from error


def _api_key(request: Request) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value).decode().partition(":")[0]
        except ValueError:
            return ""
    return ""


def _masked(key: str) -> str:
    return f"{key[:8]}{'*' * max(0, len(key) - 12)}{key[-4:]}" if len(key) > 12 else "*" * len(key)
