"""The official SDK over httpx, so that it can call a server or directly an ASGI app."""

import asyncio
from collections.abc import Awaitable, Mapping

import httpx
import stripe
from stripe import StripeClient


class HttpxTransport(stripe.HTTPClient):
    """Sends the SDK's requests with an httpx client and stores the answers, whose headers the SDK hides."""

    name = "httpx"

    def __init__(self, client: httpx.AsyncClient) -> None:
        super().__init__()
        self._client = client
        self.answers: list[httpx.Response] = []

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: str | None = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        try:
            answer = await self._client.request(method, url, headers=dict(headers), content=post_data)
        except httpx.HTTPError as error:
            raise stripe.APIConnectionError(repr(error), should_retry=False) from error
        self.answers.append(answer)
        return answer.content, answer.status_code, answer.headers

    def sleep_async(self, secs: float) -> Awaitable[None]:
        return asyncio.sleep(secs)

    async def close_async(self) -> None:
        await self._client.aclose()


class Sdk(StripeClient):
    """A client that does not retry, so that tests get every answer."""

    def __init__(self, key: str, base: str, client: httpx.AsyncClient, version: str | None = None) -> None:
        self.transport = HttpxTransport(client)
        super().__init__(
            key,
            base_addresses={"api": base},
            http_client=self.transport,
            max_network_retries=0,
            stripe_version=version,
        )

    @property
    def last_answer(self) -> httpx.Response:
        """The answer to the last request."""
        return self.transport.answers[-1]
