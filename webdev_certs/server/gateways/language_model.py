"""What the product knows of a language model: prompts, streamed answers, and how they can fail."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from webdev_certs.shared.metrics import LANGUAGE_MODEL_FAILURES

CHARACTERS_PER_TOKEN = 3
"""Fewer than the four of English prose, so that estimates are rather too high."""

FailureCode = Literal["unavailable", "rate_limited", "cut", "malformed", "empty", "too_long", "refused"]


class LanguageModelError(Exception):
    """There is no usable answer. The message is for the log and holds nothing of prompt or answer."""

    code: ClassVar[FailureCode]


class ModelUnavailable(LanguageModelError):
    """The endpoint does not answer, refuses the key, or does not know the model."""

    code = "unavailable"


class ModelRateLimited(LanguageModelError):
    """The endpoint has had too many calls."""

    code = "rate_limited"


class AnswerCut(LanguageModelError):
    """The answer stopped before its end."""

    code = "cut"


class AnswerMalformed(LanguageModelError):
    """The answer is not in the protocol, calls a tool, or is not the JSON that was asked for."""

    code = "malformed"


class AnswerEmpty(LanguageModelError):
    """The answer has no text."""

    code = "empty"


class AnswerTooLong(LanguageModelError):
    """The prompt does not fit into the model, or the answer exceeds its limit."""

    code = "too_long"


class AnswerRefused(LanguageModelError):
    """The model or its filter refused to answer."""

    code = "refused"


@dataclass(frozen=True)
class Message:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class AnswerFormat:
    """The JSON that is asked for instead of prose.

    Attributes:
        name: Letters, digits, `_` and `-`.
        json_schema: A JSON Schema whose root is an object.
    """

    name: str
    json_schema: Mapping[str, Any]


@dataclass
class Usage:
    """The tokens of a call; estimated where the endpoint does not count them.

    They are 0 until anything of an answer arrives, because providers do not charge for refused calls.
    """

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def total(self) -> int:
        """All tokens of the call."""
        return self.input_tokens + self.output_tokens


@dataclass
class StreamedAnswer:
    """An answer whose pieces of text can be read once.

    Attributes:
        usage: What the call has used so far; the endpoint's own figures after the last piece.
    """

    pieces: AsyncIterator[str]
    usage: Usage


class LanguageModel(Protocol):
    """A language model. It gets no tools."""

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, answer_format: AnswerFormat | None = None
    ) -> AbstractAsyncContextManager[StreamedAnswer]:
        """Ask for an answer. Leaving the block early also ends it at the endpoint.

        Args:
            messages: The prompt.
            max_tokens: The most tokens of the answer.
            answer_format: The JSON that is asked for; None for prose.

        Raises:
            LanguageModelError: From the block or from reading the pieces; its subclass says what is wrong.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


@dataclass(frozen=True)
class Patience:
    """How long a call waits, in seconds.

    Attributes:
        connect: For a connection.
        first_token: Until the first text, including repeated calls.
        between: For the next text.
        total: For the whole answer.
    """

    connect: float = 5
    first_token: float = 20
    between: float = 15
    total: float = 90


def estimate_tokens(messages: Sequence[Message]) -> int:
    """Return about how many tokens a prompt has, rather too many than too few."""
    return sum(len(message.content) // CHARACTERS_PER_TOKEN + 4 for message in messages)


async def read_json(
    model: LanguageModel, messages: Sequence[Message], answer_format: AnswerFormat, *, max_tokens: int
) -> tuple[dict[str, Any], Usage]:
    """Ask for JSON and return it with what the call used. The caller checks it against the schema.

    Raises:
        LanguageModelError: As `LanguageModel.stream`; `AnswerMalformed` also for what is not a JSON object.
    """
    async with model.stream(messages, max_tokens=max_tokens, answer_format=answer_format) as answer:
        text = "".join([piece async for piece in answer.pieces])
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        LANGUAGE_MODEL_FAILURES.labels(AnswerMalformed.code).inc()
        raise AnswerMalformed("the answer is not a JSON object")
    return value, answer.usage
