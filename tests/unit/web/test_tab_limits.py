"""How many tabs one network may have, and how much they may send before they are answered."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message, Receive, Scope, Send

from webdev_certs.web.tab_limits import (
    LINGERING_SECONDS,
    MAX_MESSAGE_BYTES,
    MAX_UNANSWERED_BYTES,
    TabLimits,
)

HOME, ABROAD = "198.51.100.7", "203.0.113.80"
UPDATE = {"type": "websocket.send", "text": '42/_event,["event",{"delta":{}}]'}


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Server:
    """Accepts each connection, notes what it receives, and answers `hydrate` with a state update."""

    def __init__(self) -> None:
        self.received: list[Message] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.received.append(message)
            if message.get("text") == "hydrate":
                await send(UPDATE)


class Tab:
    """A connection, driven step by step: each step returns what the server has sent by then."""

    def __init__(self, app: TabLimits, ip: str, token: str) -> None:
        self.sent: list[str] = []
        scope = {
            "type": "websocket",
            "client": (ip, 4711),
            "query_string": f"EIO=4&transport=websocket&token={token}".encode(),
        }
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._handling = asyncio.create_task(app(scope, self._inbox.get, self._send))

    async def step(self, *messages: Message) -> list[str]:
        for message in messages:
            self._inbox.put_nowait(message)
        # The server waits for nothing else, so that it handles them in a few turns of the event loop.
        for _ in range(20):
            await asyncio.sleep(0)
        if self._handling.done():
            self._handling.result()
        return self.sent

    async def close(self) -> None:
        await self.step({"type": "websocket.disconnect", "code": 1001})

    async def _send(self, message: Message) -> None:
        self.sent.append(f"{message['type'].removeprefix('websocket.')} {message.get('code', '')}".strip())


Open = Callable[..., Awaitable[Tab]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def forgotten() -> list[str]:
    """The tabs whose states were deleted to make room."""
    return []


@pytest.fixture
def open_tab(server: Server, clock: Clock, forgotten: list[str]) -> Open:
    app = TabLimits(server, per_network=3, in_total=5, forget_state=forgotten.append, clock=clock)
    # A tab that nothing refers to would be closed by the garbage collection.
    tabs: list[Tab] = []

    async def open_tab(token: str, ip: str = HOME) -> Tab:
        tab = Tab(app, ip, token)
        tabs.append(tab)
        await tab.step({"type": "websocket.connect"})
        return tab

    return open_tab


def text(size: int) -> Message:
    return {"type": "websocket.receive", "text": "x" * size}


async def test_one_network_has_only_so_many_tabs(open_tab: Open):
    assert [(await open_tab(f"t{n}")).sent for n in range(4)] == [["accept"]] * 3 + [["close 1013"]]
    assert (await open_tab("other", ABROAD)).sent == ["accept"]


async def test_tabs_with_the_same_token_are_counted(open_tab: Open):
    """The server gives each of them a state."""
    assert [(await open_tab("same")).sent[0] for _ in range(4)] == ["accept"] * 3 + ["close 1013"]


async def test_the_state_of_a_closed_tab_is_kept_while_there_is_room(
    open_tab: Open, clock: Clock, forgotten: list[str]
):
    for n in range(3):
        await (await open_tab(f"t{n}")).close()
    # A tab that comes back has its state already.
    assert (await open_tab("t0")).sent == ["accept"]
    clock.now += LINGERING_SECONDS + 1
    assert [(await open_tab(f"new{n}")).sent for n in range(3)] == [["accept"]] * 2 + [["close 1013"]]
    assert forgotten == []


async def test_anonymous_tabs_do_not_lock_their_network_out(open_tab: Open, forgotten: list[str]):
    tabs = [await open_tab(f"t{n}") for n in range(3)]
    for n in (1, 0):
        await tabs[n].close()
    # The tab that was closed first makes room, the open one stays.
    assert [(await open_tab(f"new{n}")).sent for n in range(3)] == [["accept"]] * 2 + [["close 1013"]]
    assert forgotten == ["t1", "t0"]


async def test_all_networks_together_have_only_so_many_tabs(open_tab: Open, forgotten: list[str]):
    tabs = [await open_tab(f"t{n}", f"198.51.100.{n}") for n in range(5)]
    assert (await open_tab("new", ABROAD)).sent == ["close 1013"]
    for n in (3, 1):
        await tabs[n].close()
    assert [(await open_tab(f"new{n}", ABROAD)).sent for n in range(3)] == [["accept"]] * 2 + [["close 1013"]]
    assert forgotten == ["t3", "t1"]


async def test_a_duplicated_tab_counts_as_long_as_its_state_is_kept(open_tab: Open, clock: Clock):
    """Its state has another name, so it cannot be deleted earlier."""
    for tab in [await open_tab("same") for _ in range(3)][1:]:
        await tab.close()
    assert (await open_tab("new")).sent == ["close 1013"]
    clock.now += LINGERING_SECONDS + 1
    assert (await open_tab("new")).sent == ["accept"]


async def test_idle_tabs_stay_connected_and_count(open_tab: Open, clock: Clock):
    tabs = [await open_tab(f"t{n}") for n in range(3)]
    clock.now += 24 * 3600
    assert (await open_tab("new")).sent == ["close 1013"]
    assert [await tab.step({"type": "websocket.receive", "text": "hydrate"}) for tab in tabs] == [
        ["accept", "send"]
    ] * 3


@pytest.mark.parametrize(
    ("first", "second", "sent"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:3::1", "close 1013"),
        ("2001:db8:1:2::1", "2001:db8:2:2::1", "accept"),
        ("198.51.100.7", "198.51.100.8", "accept"),
    ],
)
async def test_an_ipv6_site_is_one_network(open_tab: Open, first: str, second: str, sent: str):
    for n in range(3):
        await open_tab(f"t{n}", first)
    assert (await open_tab("new", second)).sent == [sent]


async def test_a_tab_may_send_only_so_much_before_it_is_answered(open_tab: Open, server: Server):
    tab = await open_tab("t")
    half = MAX_UNANSWERED_BYTES // 2
    in_bytes = {"type": "websocket.receive", "bytes": b"x" * half, "text": None}
    assert await tab.step(text(half), in_bytes) == ["accept"]
    assert await tab.step(text(1)) == ["accept", "close 1009"]
    assert len(server.received) == 2


async def test_an_answered_tab_may_send_on(open_tab: Open):
    tab = await open_tab("t")
    await tab.step({"type": "websocket.receive", "text": "hydrate"})
    assert await tab.step(*[text(MAX_UNANSWERED_BYTES)] * 5) == ["accept", "send"]
    assert await tab.step(text(MAX_MESSAGE_BYTES + 1)) == ["accept", "send", "close 1009"]
