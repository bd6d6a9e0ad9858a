"""A proxy in front of the payment provider that can make any call fail."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FAILURE = {"error": {"type": "api_error", "message": "Something went wrong."}}


@dataclass
class Fault:
    """A fault in the calls whose `METHOD /path` matches.

    Attributes:
        calls: a regular expression for the whole call.
        kind: `fails` answers 500; `refuses` answers `status` with `error`; `hangs` never answers; `breaks`
            closes the connection in the middle of an answer.
        is_kept: Whether the failure is repeated for the same idempotency key, as Stripe does.
        arrives: Whether the call reaches the provider before it fails.
        times: For how many calls; None for all.
        status: The status of a refusal.
        error: The error of a refusal.
        reached: Set at the first call.
    """

    calls: str
    kind: str
    arrives: bool = False
    times: int | None = None
    is_kept: bool = False
    status: int = 400
    error: dict[str, str] = field(default_factory=dict)
    reached: asyncio.Event = field(default_factory=asyncio.Event)


class ProviderProxy:
    """An ASGI app in front of the provider: records every call and passes it on or applies a fault."""

    def __init__(self, provider: ASGIApp) -> None:
        self._provider = provider
        self._ended = asyncio.Event()
        self._failed_keys: set[str] = set()
        self.calls: list[str] = []
        self.sent: dict[str, dict[str, list[str]]] = {}
        """Call → the form that the latest one sent."""
        self.fault: Fault | None = None
        self.before: Callable[[str], Awaitable[None]] | None = None
        """Awaited before each call."""
        self.passed: dict[str, asyncio.Event] = {}
        """Call → event that is set when its answer has been passed back."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        call = f"{request.method} {request.url.path}"
        body = await request.body()
        self.calls.append(call)
        self.sent[call] = parse_qs(body.decode())
        if self.before:
            await self.before(call)

        async def receive_again() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        key = request.headers.get("idempotency-key", "")
        fault = self._fault_of(call)
        if key in self._failed_keys:
            await JSONResponse(FAILURE, 500)(scope, receive, send)
            return
        if fault is None:
            await self._provider(scope, receive_again, send)
            self.passed.setdefault(call, asyncio.Event()).set()
            return
        if fault.arrives:
            await self._provider(scope, receive_again, _discard)
        fault.reached.set()
        if fault.kind == "fails":
            if fault.is_kept:
                self._failed_keys.add(key)
            await JSONResponse(FAILURE, 500)(scope, receive, send)
        elif fault.kind == "refuses":
            error = {"type": "invalid_request_error", "message": "No."} | fault.error
            await JSONResponse({"error": error}, fault.status)(scope, receive, send)
        elif fault.kind == "breaks":
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000")]}
            )
            # The body is not finished, so the server closes the connection.
            await send({"type": "http.response.body", "body": b"{", "more_body": True})
        else:
            await self._ended.wait()

    def end(self) -> None:
        """End the calls that hang."""
        self._ended.set()

    def count(self, call: str) -> int:
        """Return how often a call was made."""
        return self.calls.count(call)

    def _fault_of(self, call: str) -> Fault | None:
        fault = self.fault
        if fault is None or fault.times == 0 or not re.fullmatch(fault.calls, call):
            return None
        if fault.times is not None:
            fault.times -= 1
        return fault


async def _discard(_message: Message) -> None:
    return
