"""A language model behind an endpoint that speaks OpenAI's protocol of chat completions.

The official client is imported only when an endpoint is configured.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from webdev_certs.server.gateways.language_model import (
    CHARACTERS_PER_TOKEN,
    AnswerCut,
    AnswerEmpty,
    AnswerFormat,
    AnswerMalformed,
    AnswerRefused,
    AnswerTooLong,
    LanguageModelError,
    Message,
    ModelRateLimited,
    ModelUnavailable,
    Patience,
    StreamedAnswer,
    Usage,
    estimate_tokens,
)
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

log = logging.getLogger(__name__)

_LONGEST_TOKEN = 16
"""A limit in characters for servers that ignore the limit in tokens."""
_MOST_USAGE = 4
"""How many times what was estimated or allowed an endpoint may report as used."""
_MOST_BYTES = 1_000_000
"""The most of a response: an answer's thousand tokens take some hundred bytes each."""
_MOST_WAIT_SECONDS = 10
"""The longest wait before a repeated call. If a server asks for a longer one, the call is not repeated."""


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

        self._stream_class = openai.AsyncStream[object]
        self._client = openai.AsyncOpenAI(
            base_url=settings.llm_base_url,
            api_key=api_key,
            max_retries=2,
            timeout=time_limits,
            http_client=openai.DefaultAsyncHttpxClient(
                timeout=time_limits,
                # Redirects would take the key and the prompt to places that nobody has configured.
                follow_redirects=False,
                headers={"Accept-Encoding": "identity"},
                event_hooks={"response": [_limit_waiting, _limit_size]},
            ),
        )

    @asynccontextmanager
    async def stream(
        self, messages: Sequence[Message], *, max_tokens: int, answer_format: AnswerFormat | None = None
    ) -> AsyncIterator[StreamedAnswer]:
        """See `LanguageModel.stream`."""
        usage = Usage()
        reading = _Reading(self._patience, usage, estimate_tokens(messages), max_tokens)
        with provider_call("llm", (LanguageModelError,)):
            try:
                async with reading.limit(), _named_errors(ModelUnavailable):
                    # `chat.completions.create` makes an object of each chunk, in twice the time of all else.
                    chunks = await self._client.post(
                        "/chat/completions",
                        cast_to=object,
                        body=self._request(messages, max_tokens, answer_format),
                        stream=True,
                        stream_cls=self._stream_class,
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
    input_estimate: int
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

    async def pieces(self, chunks: AsyncIterator[Any]) -> AsyncIterator[str]:
        """Yield the texts of an answer.

        Args:
            chunks: The parts of the answer as the endpoint has sent them, as JSON.

        Raises:
            LanguageModelError: What is wrong with the answer.
        """
        iterator = aiter(chunks)
        while True:
            async with self.limit(), _named_errors(AnswerCut if self.characters else ModelUnavailable):
                chunk = await anext(iterator, None)
            if chunk is None:
                break
            self.usage.input_tokens = self.usage.input_tokens or self.input_estimate
            if text := self._text(chunk):
                if not self.characters:
                    LANGUAGE_MODEL_FIRST_TOKEN_SECONDS.observe(time.monotonic() - self.started)
                self._count(text)
                yield text
        self._check_end()

    def _text(self, chunk: Any) -> str:
        # Nothing has checked what endpoints send, so anything may be missing or of another type.
        try:
            if usage := chunk.get("usage"):
                output = self.characters // CHARACTERS_PER_TOKEN
                self.usage.input_tokens = _believable(
                    usage["prompt_tokens"], self.input_estimate, self.input_estimate
                )
                self.usage.output_tokens = _believable(usage["completion_tokens"], output, self.max_tokens)
            if not chunk.get("choices"):
                return ""
            choice = chunk["choices"][0]
            self.finish_reason = choice.get("finish_reason") or self.finish_reason
            delta = choice["delta"]
            if delta.get("tool_calls") or delta.get("function_call"):
                raise AnswerMalformed("the answer calls a tool, and none was offered")
            if delta.get("refusal"):
                raise AnswerRefused("the model refused")
            text = delta.get("content") or ""
        except (AttributeError, KeyError, TypeError, ValueError, IndexError):
            text = None
        if not isinstance(text, str):
            raise AnswerMalformed("a part of the answer is not in the protocol")
        return text

    def _count(self, text: str) -> None:
        self.characters += len(text)
        self.usage.output_tokens = self.characters // CHARACTERS_PER_TOKEN + 1
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
    except (ValueError, RecursionError):
        # The client reads the stream's JSON without catching its errors, also those of JSON that is too deep.
        raise AnswerMalformed("a part of the answer is not JSON") from None


def _believable(reported: float, least: int, limit: int) -> int:
    """Return what an endpoint reports as used, within what can be.

    Args:
        reported: The endpoint's figure, which may be negative, infinite or no number.
        least: What is counted in any case.
        limit: What was allowed; models that think may report some times more.
    """
    return int(min(max(least, reported), limit * _MOST_USAGE))


async def _limit_waiting(response: "httpx2.Response") -> None:
    """Tell the client, which would wait for two minutes, not to repeat a call after a long wait."""
    headers = response.headers
    try:
        # The client reads them in this order.
        milliseconds = headers.get("retry-after-ms")
        wait = float(milliseconds) / 1000 if milliseconds else float(headers.get("retry-after", "0"))
    except ValueError:
        # A date, from servers that are down for maintenance.
        wait = float("inf")
    if wait > _MOST_WAIT_SECONDS:
        headers["x-should-retry"] = "false"


async def _limit_size(response: "httpx2.Response") -> None:
    """Limit how much is read of a response, before the client looks for lines and JSON in it."""
    import httpx2

    whole = response.stream
    assert isinstance(whole, httpx2.AsyncByteStream)
    is_compressed = response.headers.get("content-encoding", "identity") != "identity"

    class Limited(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            if is_compressed:
                raise AnswerMalformed("the response is compressed, and that was not asked for")
            size = 0
            async for part in whole:
                size += len(part)
                if size > _MOST_BYTES:
                    raise AnswerTooLong("the response goes on beyond its limit")
                yield part

        async def aclose(self) -> None:
            await whole.aclose()

    response.stream = Limited()
