"""A language model behind an endpoint that speaks OpenAI's protocol of chat completions.

The official client is imported only when an endpoint is configured.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from webdev_certs.settings.language_model import LanguageModelSettings
from webdev_certs.shared.metrics import (
    LANGUAGE_MODEL_COST,
    LANGUAGE_MODEL_FAILURES,
    LANGUAGE_MODEL_FIRST_TOKEN_SECONDS,
    LANGUAGE_MODEL_TOKENS,
    provider_call,
)

if TYPE_CHECKING:
    import httpx2
    from openai.types.chat import ChatCompletionChunk

log = logging.getLogger(__name__)

_CHARACTERS_PER_TOKEN = 3
"""Fewer than the four of English prose, so that estimates are rather too high."""
_LONGEST_TOKEN = 16
"""A limit in characters for servers that ignore the limit in tokens."""
_MOST_WAIT_SECONDS = 10
"""A server that asks for more patience before a repeated call gets none."""


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
    """The tokens of a call; estimated where the endpoint does not count them."""

    input_tokens: int
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
    return sum(len(message.content) // _CHARACTERS_PER_TOKEN + 4 for message in messages)


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


class OpenAIModel:
    """A language model behind an endpoint that speaks OpenAI's protocol."""

    def __init__(self, settings: LanguageModelSettings, patience: Patience | None = None) -> None:
        """Import the client; nothing connects yet.

        Args:
            settings: The endpoint; its key is read again at each call.
            patience: By default what the settings say.
        """
        import httpx2
        import openai

        self._settings = settings
        self._patience = patience or Patience(
            first_token=settings.llm_first_token_seconds, total=settings.llm_total_seconds
        )
        # Only connecting is limited here: `_Reading` limits the rest by what has arrived of the answer.
        time_limits = httpx2.Timeout(self._patience.total, connect=self._patience.connect)

        async def api_key() -> str:
            return settings.llm_api_key.get_secret_value() or "none"

        self._client = openai.AsyncOpenAI(
            base_url=settings.llm_base_url,
            api_key=api_key,
            max_retries=2,
            timeout=time_limits,
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=time_limits, event_hooks={"response": [_limit_waiting]}
            ),
        )

    @asynccontextmanager
    async def stream(
        self, messages: Sequence[Message], *, max_tokens: int, answer_format: AnswerFormat | None = None
    ) -> AsyncIterator[StreamedAnswer]:
        """See `LanguageModel.stream`."""
        usage = Usage(estimate_tokens(messages))
        reading = _Reading(self._patience, usage, max_tokens)
        with provider_call("llm", (LanguageModelError,)):
            try:
                async with reading.limit(), _named_errors(ModelUnavailable):
                    chunks = await self._client.chat.completions.create(
                        **self._request(messages, max_tokens, answer_format)
                    )
                try:
                    yield StreamedAnswer(reading.pieces(chunks), usage)
                finally:
                    await chunks.close()
            except LanguageModelError as error:
                LANGUAGE_MODEL_FAILURES.labels(error.code).inc()
                log.warning("The language model failed (%s): %s", error.code, error)
                raise
            finally:
                self._count(usage)

    async def close(self) -> None:
        """See `LanguageModel.close`."""
        await self._client.close()

    def _request(
        self, messages: Sequence[Message], max_tokens: int, answer_format: AnswerFormat | None
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._settings.llm_model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            self._settings.llm_limit_parameter: max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if answer_format:
            request["response_format"] = {
                "type": "json_schema",
                "json_schema": {
                    "name": answer_format.name,
                    "schema": dict(answer_format.json_schema),
                    "strict": True,
                },
            }
        return request

    def _count(self, usage: Usage) -> None:
        LANGUAGE_MODEL_TOKENS.labels("input").inc(usage.input_tokens)
        LANGUAGE_MODEL_TOKENS.labels("output").inc(usage.output_tokens)
        LANGUAGE_MODEL_COST.inc(
            usage.input_tokens * self._settings.llm_input_price / 1e6
            + usage.output_tokens * self._settings.llm_output_price / 1e6
        )


@dataclass
class _Reading:
    """Reads an answer within its limits of time and length."""

    patience: Patience
    usage: Usage
    max_tokens: int
    started: float = field(default_factory=time.monotonic)
    characters: int = 0
    finish_reason: str | None = None

    @asynccontextmanager
    async def limit(self) -> AsyncIterator[None]:
        """Limit one wait for the endpoint.

        Raises:
            ModelUnavailable: No text came in time.
            AnswerCut: No further text came in time.
        """
        passed = time.monotonic() - self.started
        left = self.patience.total - passed
        wait = self.patience.between if self.characters else self.patience.first_token - passed
        try:
            async with asyncio.timeout(min(wait, left)):
                yield
        except TimeoutError:
            kind = AnswerCut if self.characters else ModelUnavailable
            raise kind("no further text came in time") from None

    async def pieces(self, chunks: "AsyncIterator[ChatCompletionChunk]") -> AsyncIterator[str]:
        """Yield the texts of an answer.

        Raises:
            LanguageModelError: What is wrong with the answer.
        """
        iterator = aiter(chunks)
        while True:
            async with self.limit(), _named_errors(AnswerCut if self.characters else ModelUnavailable):
                chunk = await anext(iterator, None)
            if chunk is None:
                break
            if text := self._text(chunk):
                if not self.characters:
                    LANGUAGE_MODEL_FIRST_TOKEN_SECONDS.observe(time.monotonic() - self.started)
                self._count(text)
                yield text
        self._check_end()

    def _text(self, chunk: "ChatCompletionChunk") -> str:
        # The client does not check what endpoints send, so anything may be missing or of another type.
        try:
            if chunk.usage:
                self.usage.input_tokens = int(chunk.usage.prompt_tokens)
                self.usage.output_tokens = int(chunk.usage.completion_tokens)
            if not chunk.choices:
                return ""
            choice = chunk.choices[0]
            self.finish_reason = choice.finish_reason or self.finish_reason
            if choice.delta.tool_calls or choice.delta.function_call:
                raise AnswerMalformed("the answer calls a tool, and none was offered")
            if choice.delta.refusal:
                raise AnswerRefused("the model refused")
            text = choice.delta.content or ""
        except (AttributeError, TypeError, ValueError, IndexError):
            text = None
        if not isinstance(text, str):
            raise AnswerMalformed("a part of the answer is not in the protocol")
        return text

    def _count(self, text: str) -> None:
        self.characters += len(text)
        self.usage.output_tokens = self.characters // _CHARACTERS_PER_TOKEN + 1
        if self.characters > self.max_tokens * _LONGEST_TOKEN:
            raise AnswerTooLong("the answer goes on beyond its limit")

    def _check_end(self) -> None:
        if self.finish_reason is None:
            raise AnswerCut("the answer ended without a reason to end")
        if self.finish_reason == "length":
            raise AnswerTooLong("the answer reached its limit")
        if self.finish_reason == "content_filter":
            raise AnswerRefused("a filter stopped the answer")
        if not self.characters:
            raise AnswerEmpty("the answer has no text")


@asynccontextmanager
async def _named_errors(lost: type[LanguageModelError]) -> AsyncIterator[None]:
    """Turn errors of the client into this module's.

    Args:
        lost: What a lost connection means here.
    """
    import openai

    try:
        yield
    except openai.RateLimitError as error:
        raise ModelRateLimited(f"status {error.status_code}") from None
    except openai.APIStatusError as error:
        if error.code == "context_length_exceeded" or error.status_code == 413:
            raise AnswerTooLong("the prompt is too long for the model") from None
        raise ModelUnavailable(f"status {error.status_code}") from None
    except openai.APIResponseValidationError:
        raise AnswerMalformed("the response is not in the protocol") from None
    except openai.APIError as error:
        raise lost(type(error).__name__) from None
    except ValueError:
        # The client reads the stream's JSON without catching its errors.
        raise AnswerMalformed("a part of the answer is not JSON") from None


async def _limit_waiting(response: "httpx2.Response") -> None:
    """Tell the client, which would wait for two minutes, not to repeat a call that is too far away."""
    try:
        wait = float(response.headers.get("retry-after", "0"))
    except ValueError:
        # A date, from servers that are down for maintenance.
        wait = float("inf")
    if wait > _MOST_WAIT_SECONDS:
        response.headers["x-should-retry"] = "false"
