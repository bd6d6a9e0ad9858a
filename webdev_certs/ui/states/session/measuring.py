"""What Prometheus learns about the tabs, their events and their states."""

import asyncio
import random
import sys
from functools import lru_cache
from time import perf_counter
from typing import Any

import reflex as rx
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily

from webdev_certs.shared.metrics import EVENT_FAILURES, EVENT_SECONDS
from webdev_certs.ui.reflex_internals import state_values, tabs_and_states

_SAMPLED = 5
"""How many states are measured, because each takes about a millisecond."""


class CountedEvents(rx.Middleware):
    """Counts and times the events of pages, by handler."""

    async def preprocess(self, app: rx.App, state: Any, event: rx.event.Event) -> None:
        """Count the event when the task that handles it ends.

        Args:
            app: The app.
            state: The root of the tab's states.
            event: The event. Its handler exists: Reflex refuses others before.
        """
        handler, started = handler_label(event.name), perf_counter()

        def count(done: asyncio.Task[Any]) -> None:
            if done.cancelled():
                return
            EVENT_SECONDS.labels(handler).observe(perf_counter() - started)
            if done.exception():
                EVENT_FAILURES.labels(handler).inc()

        task = asyncio.current_task()
        assert task
        task.add_done_callback(count)


@lru_cache(maxsize=2048)
def handler_label(event: str) -> str:
    """Return the short name of an event's handler, e.g. `exam_state.answer`."""
    state, _, handler = event.rpartition(".")
    return f"{state.rpartition('.')[2].rpartition('____')[2]}.{handler}"


async def read_tab_gauges(app: rx.App) -> list[Metric]:
    """Return how many tabs and states there are, and how large a state is on average."""
    tabs, states = tabs_and_states(app)
    sizes = [_size(state) for state in random.sample(states, min(_SAMPLED, len(states)))]
    return [
        GaugeMetricFamily("webdev_certs_tabs", "Tabs that are connected.", tabs),
        GaugeMetricFamily("webdev_certs_states", "States of tabs in memory.", len(states)),
        GaugeMetricFamily(
            "webdev_certs_state_bytes",
            f"Mean size of a tab's state, estimated from {_SAMPLED} of them.",
            sum(sizes) / len(sizes) if sizes else 0,
        ),
    ]


def _size(state: rx.State) -> int:
    """Return about how many bytes a tab's state takes, without what it shares with other tabs."""
    seen: set[int] = set()
    waiting: list[Any] = state_values(state)
    total = 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen or value is None or isinstance(value, type | bool) or callable(value):
            continue
        seen.add(id(value))
        total += sys.getsizeof(value)
        if isinstance(value, dict):
            waiting.extend((*value.keys(), *value.values()))
        elif isinstance(value, list | tuple | set | frozenset):
            waiting.extend(value)
        elif hasattr(value, "__dict__"):
            waiting.append(vars(value))
    return total
