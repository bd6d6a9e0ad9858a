"""A fake of the client's `Api`, for tests of states: a test says what each call answers.

A call that the real `Api` does not have, arguments that it does not take, and answers of another shape fail,
in the type checker and when the test runs.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from inspect import getattr_static, iscoroutinefunction, signature
from typing import Any, Concatenate, ParamSpec, TypeVar, get_type_hints

from pydantic import TypeAdapter

from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.client.refresh_after_401 import TokenStore

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Called:
    """A call that a state made."""

    name: str
    arguments: dict[str, Any]
    signed_in: bool


class FakeApi(Api):
    """Answers the calls of one tab as `answer` and `answer_by` say, and records them.

    As with the real client, a refusal with status 401 ends the tab's login session.
    """

    def __init__(self) -> None:
        self.called: list[Called] = []
        self.otherwise: ApiError | None = None
        """The refusal of all calls that the test gives no answer to."""
        self._answers: dict[str, list[Any]] = {}
        self._tokens: TokenStore | None = None

    def __getattribute__(self, name: str) -> Any:
        method = None if name.startswith("_") else getattr_static(Api, name, None)
        if iscoroutinefunction(method):
            return partial(self._call, method)
        return super().__getattribute__(name)

    def connect(self, tokens: TokenStore, _user_agent: str = "", _ip: str = "") -> Api:
        """Connect a tab; replaces `client.connect`."""
        self._tokens = tokens
        return self

    def answer(self, call: Callable[..., Awaitable[R]], *answers: R | ApiError) -> None:
        """Return or raise these answers in turn; the last one is repeated."""
        self._answers[_name(call)] = list(answers)

    def answer_by(
        self,
        call: Callable[Concatenate[Api, P], Awaitable[R]],
        answers: Callable[P, R | ApiError | Awaitable[R]],
    ) -> None:
        """Answer with what a function returns for the call's arguments."""
        self._answers[_name(call)] = [answers]

    def names(self) -> list[str]:
        """Return the names of the calls so far, in order."""
        return [call.name for call in self.called]

    def calls(self, call: Callable[..., Any]) -> list[dict[str, Any]]:
        """Return the arguments of each call of a method so far."""
        return [one.arguments for one in self.called if one.name == _name(call)]

    async def _call(self, method: Any, *args: Any, **named: Any) -> Any:
        bound = signature(method).bind(self, *args, **named)
        bound.apply_defaults()
        arguments = {name: value for name, value in bound.arguments.items() if name != "self"}
        tokens = self._tokens
        self.called.append(Called(method.__name__, arguments, bool(tokens and tokens.access_token)))
        answers = self._answers.get(method.__name__) or ([self.otherwise] if self.otherwise else [])
        assert answers, f"the test gives no answer to `{method.__name__}`"
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if callable(answer):
            answer = answer(*bound.args[1:], **bound.kwargs)
            answer = await answer if isinstance(answer, Awaitable) else answer
        if isinstance(answer, ApiError):
            if answer.status == 401 and tokens:
                await tokens.sign_out(answer)
            raise answer
        return _shape(method).validate_python(answer, strict=True)


def refusal(code: str, status: int = 409, message: str = "", **extra: Any) -> ApiError:
    """Return a refusal of the API; `extra` are further fields of its problem document."""
    return ApiError(status, code, message or f"Refused: {code}.", extra=extra)


def _name(call: Callable[..., Any]) -> str:
    return str(getattr(call, "__name__", ""))


@lru_cache
def _shape(method: Any) -> TypeAdapter[Any]:
    return TypeAdapter(get_type_hints(method)["return"])
