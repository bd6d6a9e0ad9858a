"""Traces by OpenTelemetry, from the event of a page to the statements that it sends to the database.

Spans hold what the code is called and how long it took: routes, handlers, statements without their values.
What is about a person is removed before anything leaves the process.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from opentelemetry import propagate, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.httpx import HTTPXClientInstrumentor
from opentelemetry.instrumentation.sqlalchemy import SQLAlchemyInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import Status
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import Attributes
from sqlalchemy import Engine

_SECONDS_TO_SEND = 2
"""How long a collector may take, because a process that stops waits for it."""
_KEPT = frozenset(
    {
        "code.function.name",
        "db.name",
        "db.operation",
        "db.statement",
        "db.system",
        "error.type",
        "exception.type",
        "http.method",
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "http.status_code",
        "reflex.event.background",
        "reflex.event.name",
        "server.address",
    }
)
"""The attributes that leave the process. Others hold URLs with numbers and tokens, IP addresses, emails."""


class _WithoutPersonalData(SpanExporter):
    """Passes spans on with the attributes in `_KEPT` only, and without the texts of exceptions."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_cleaned(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _cleaned(span: ReadableSpan) -> ReadableSpan:
    return ReadableSpan(
        # The span of a call to a provider is named after its method only, and no other name has values.
        name=span.name,
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes=_kept(span.attributes),
        events=[Event(event.name, _kept(event.attributes), event.timestamp) for event in span.events],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _kept(attributes: Attributes) -> Attributes:
    return {name: value for name, value in (attributes or {}).items() if name in _KEPT}


@asynccontextmanager
async def tracing(
    endpoint: str,
    share: float,
    version: str,
    *,
    engines: Sequence[Engine],
    trace_events: Callable[[trace.TracerProvider], None],
) -> AsyncIterator[None]:
    """Send traces for the duration of the block. A process does this once.

    Args:
        endpoint: The URL of a collector that takes OTLP over HTTP, without `/v1/traces`.
        share: The share of traces that are sent, from 0 to 1. Which ones follows from their ids, so all
            processes with the same share send the same traces.
        version: The version of the product.
        engines: Whose statements are traced.
        trace_events: Makes the events of pages begin traces.
    """
    sampler = TraceIdRatioBased(share)
    provider = TracerProvider(
        resource=Resource.create({SERVICE_NAME: "webdev-certs", SERVICE_VERSION: version}),
        sampler=ParentBased(sampler, remote_parent_sampled=sampler, remote_parent_not_sampled=sampler),
    )
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=_SECONDS_TO_SEND)
    provider.add_span_processor(BatchSpanProcessor(_WithoutPersonalData(exporter)))
    trace.set_tracer_provider(provider)
    # Without baggage, which callers could send along and which would be passed on to providers.
    propagate.set_global_textmap(TraceContextTextMapPropagator())
    HTTPXClientInstrumentor().instrument(tracer_provider=provider)
    SQLAlchemyInstrumentor().instrument(engines=engines, tracer_provider=provider)
    trace_events(provider)
    try:
        yield
    finally:
        await asyncio.to_thread(provider.shutdown)
