"""A line to the provider that can be made to fail at any step."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FAILURE = {"error": {"type": "api_error", "message": "The provider is unwell."}}


@dataclass
class Fault:
    """What befalls the calls whose `METHOD /path` matches.

    Attributes:
        calls: which, as a regular expression for the whole.
        kind: `fails` answers 500; `refuses` answers `status` with `error`; `hangs` gives no answer; `breaks`
            ends the connection in the middle of one.
        is_kept: whether a failure is the answer to its idempotency key from then on, as Stripe has it.
        arrives: whether the provider does what it was asked all the same.
        times: for how many calls; None for all.
        status: a refusal's.
        error: what a refusal says.
        reached: set once a call has come.
    """

    calls: str
    kind: str
    arrives: bool = False
    times: int | None = None
    is_kept: bool = False
    status: int = 400
    error: dict[str, str] = field(default_factory=dict)
    reached: asyncio.Event = field(default_factory=asyncio.Event)


class Line:
    """ASGI in front of the provider: notes every call, passes it on, or lets a fault befall it."""

    def __init__(self, provider: ASGIApp) -> None:
        self._provider = provider
        self._ended = asyncio.Event()
        self._failed_keys: set[str] = set()
        self.calls: list[str] = []
        self.sent: dict[str, dict[str, list[str]]] = {}
        """By call: the form that the latest one sent."""
        self.fault: Fault | None = None
        self.before: Callable[[str], Awaitable[None]] | None = None
        """Awaited before each call is passed on."""
        self.passed: dict[str, asyncio.Event] = {}
        """By call: set once its answer has been passed back."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        call = f"{request.method} {request.url.path}"
        body = await request.body()
        self.calls.append(call)
        self.sent[call] = parse_qs(body.decode())
        if self.before:
            await self.before(call)

        async def again() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        key = request.headers.get("idempotency-key", "")
        fault = self._fault_of(call)
        if key in self._failed_keys:
            await JSONResponse(FAILURE, 500)(scope, receive, send)
            return
        if fault is None:
            await self._provider(scope, again, send)
            self.passed.setdefault(call, asyncio.Event()).set()
            return
        if fault.arrives:
            await self._provider(scope, again, _nowhere)
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
            # Without an end, which has the server close the connection.
            await send({"type": "http.response.body", "body": b"{", "more_body": True})
        else:
            await self._ended.wait()

    def end(self) -> None:
        """Lets go of the calls that hang."""
        self._ended.set()

    def count(self, call: str) -> int:
        """How often a call was made."""
        return self.calls.count(call)

    def _fault_of(self, call: str) -> Fault | None:
        fault = self.fault
        if fault is None or fault.times == 0 or not re.fullmatch(fault.calls, call):
            return None
        if fault.times is not None:
            fault.times -= 1
        return fault


async def _nowhere(_message: Message) -> None:
    return
