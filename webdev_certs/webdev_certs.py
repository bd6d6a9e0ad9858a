"""Composition root: the pages and the API on one port."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from importlib.metadata import version

import reflex as rx
from fastapi import FastAPI
from starlette.types import ASGIApp

from webdev_certs.sandbox.sandboxes import Sandboxes
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.api.gauges import read_gauges
from webdev_certs.server.services.payments.webhooks import HANDLED_EVENTS
from webdev_certs.settings import Settings, get_settings
from webdev_certs.shared.translation import current_language, page_urls
from webdev_certs.ui.client import (
    ApiError,
    InProcess,
    find_public_profile,
    pass_mark_of,
    trouble_of_api,
    use_transport,
    verify_publicly,
)
from webdev_certs.ui.pages import root, routes
from webdev_certs.ui.pages.add_pages import add_pages
from webdev_certs.ui.reflex_internals import (
    allow_one_tab_per_connection,
    built_pages,
    current_event_id,
    forget_state,
    handles_events,
    keep_connected_states,
    on_disconnect,
    trace_events,
)
from webdev_certs.ui.states.certificates.preview import preview_description, preview_title, profile_preview
from webdev_certs.ui.states.session.locale import TabLanguage
from webdev_certs.ui.states.session.measuring import CountedEvents, read_tab_gauges
from webdev_certs.ui.states.session.ownership import ConnectionState, Ownership
from webdev_certs.ui.states.shared.unawaited import FINISH_SECONDS, finish_background_work
from webdev_certs.web.draining import Draining
from webdev_certs.web.forwarded import Forwarded
from webdev_certs.web.front_door import FrontDoor, page_finder
from webdev_certs.web.languages import LanguageFolders, Languages
from webdev_certs.web.link_previews import LinkPreviews, Preview
from webdev_certs.web.log_lines import configure_logging
from webdev_certs.web.memory import limit_garbage_collection, return_freed_memory
from webdev_certs.web.metrics import MetricsPage, Source, gathering
from webdev_certs.web.pages_health import with_health
from webdev_certs.web.releases import SharedAssets
from webdev_certs.web.request_log import RequestLog
from webdev_certs.web.security_headers import SecurityHeaders
from webdev_certs.web.tab_limits import KEEPING_SECONDS, TabLimits

_TRIM_SECONDS = 60
"""After so many seconds, memory that has been freed is returned again."""
_ROUTES = (
    *routes.ROUTES,
    *routes.consumer_routes(get_settings()),
    *routes.development_routes(get_settings()),
)


@cache
def product_sandboxes() -> Sandboxes:
    """Return the sandboxes of this process."""
    return Sandboxes(get_settings(), webhook_events=HANDLED_EVENTS)


@cache
def product_api() -> FastAPI:
    """Return the API of this process, with the sandboxes mounted."""
    sandboxes = product_sandboxes()
    api = create_api(sandboxes.settings)
    for path, sandbox in sandboxes.mounts.items():
        api.mount(path, sandbox)
    return api


async def _preview(number: str, ip: str) -> Preview | None:
    """Return the link preview of a certificate; None if the number is wrong or the API does not answer."""
    try:
        found = await verify_publicly(number, ip)
    except ApiError:
        return None
    origin = get_settings().origin
    title = preview_title(found)
    urls = page_urls(origin, f"/verify/{found.number}")
    return Preview(
        title,
        preview_description(found, await pass_mark_of(found.technology, ip)),
        url=urls[current_language()],
        image=f"{origin}/api/verify/{found.number}/card.png",
        image_text=title,
        alternates=urls,
    )


async def _profile_preview(handle: str, ip: str) -> Preview | None:
    """Return the link preview of a public profile; None as for `_preview`."""
    try:
        found = await find_public_profile(handle, ip)
    except ApiError:
        return None
    origin = get_settings().origin
    urls = page_urls(origin, f"/profiles/{found.handle}")
    title, description = profile_preview(found)
    return Preview(
        title,
        description,
        url=urls[current_language()],
        # The picture of the newest certificate.
        image=f"{origin}/api/verify/{found.certificates[0].number}/card.png",
        image_text=title,
        alternates=urls,
        indexed=found.indexed,
    )


def _tiers(pages: ASGIApp) -> ASGIApp:
    """Join the API and the pages, and connect the UI tier with the API. Called when serving starts."""
    settings = get_settings()
    configure_logging(settings.log_format, current_event_id)
    releases = settings.shared_assets_dir or built_pages().parents[2]
    pages = LanguageFolders(SharedAssets(pages, built_pages(), releases))
    served, sandboxes = pages, []
    if settings.api_url:
        use_transport(settings.api_url)
        served = with_health(pages, built_pages(), trouble_of_api)
    else:
        served = product_api()
        # After all routes of the API, so that the pages get only the other paths.
        served.mount("", pages)
        use_transport(settings.origin, InProcess(served))
        sandboxes = product_sandboxes().mounts
    # The sandboxes are listed too, so that their paths work without a redirect to a trailing slash.
    door = FrontDoor(served, [*(route.path for route in _ROUTES), *sandboxes], routes.REDIRECTS)
    guarded = SecurityHeaders(
        LinkPreviews(door, {"verify": _preview, "profiles": _profile_preview}),
        origin=settings.origin,
        pages=built_pages(),
        stripe=bool(settings.stripe_publishable_key),
        stripe_script=settings.stripe_script_url,
    )
    limited = TabLimits(
        RequestLog(Languages(guarded), page_of=page_finder(route.path for route in _ROUTES)),
        per_network=settings.tabs_per_network,
        in_total=settings.max_connections,
        forget_state=partial(forget_state, app),
    )
    forwarded = Forwarded(limited, settings.trusted_proxies, settings.ui_tier_networks)
    return MetricsPage(_draining.around(forwarded), settings.metrics_token)


async def _observe(settings: Settings, held: AsyncExitStack) -> None:
    """Send traces and reports of errors until the stack ends, if the settings say where to."""
    # Imported here, because these packages take time to load, and most processes do without them.
    if settings.sentry_dsn:
        from webdev_certs.web.error_reports import error_reports

        dsn = settings.sentry_dsn.get_secret_value()
        reports = error_reports(dsn, settings.environment, version("webdev-certs"), current_event_id)
        await held.enter_async_context(reports)
    if settings.otel_exporter_otlp_endpoint:
        from webdev_certs.web.tracing import tracing

        traces = tracing(
            settings.otel_exporter_otlp_endpoint,
            settings.otel_traces_sampler_arg,
            version("webdev-certs"),
            engines=[] if settings.api_url else product_api().state.resources.database.engines,
            trace_events=trace_events,
        )
        await held.enter_async_context(traces)


@asynccontextmanager
async def _resources() -> AsyncIterator[None]:
    """Hold the resources of the API while the process serves."""
    settings = get_settings()
    gauges: list[Source] = [partial(read_tab_gauges, app)]
    async with AsyncExitStack() as held:
        await _observe(settings, held)
        if not settings.api_url:
            await held.enter_async_context(product_sandboxes().running())
            await held.enter_async_context(lifespan_resources(product_api()))
            gauges.append(partial(read_gauges, product_api()))
        first = settings.metrics_port
        metrics_ports = range(first, first + settings.workers) if first else range(0)
        await held.enter_async_context(gathering(gauges, settings.host, metrics_ports))
        await held.enter_async_context(_draining.on_sigterm())
        limit_garbage_collection()
        yield
        await finish_background_work(FINISH_SECONDS)


def _handles_events(tab: str) -> bool:
    return handles_events(app, tab)


_draining = Draining(is_busy=_handles_events)
app = rx.App(
    html_lang=current_language(),
    reset_style=False,
    stylesheets=["/tokens.css", "/content.css"],
    head_components=root.head(),
    app_wraps=root.app_wraps(),
    toaster=None,
    api_transformer=_tiers,
    backend_exception_handler=root.report_failure,
)
add_pages(app, _ROUTES, routes.REDIRECTS)
app.register_lifespan_task(_resources)
app.add_middleware(CountedEvents())
app.add_middleware(TabLanguage())
app.add_middleware(Ownership())
on_disconnect(app, ConnectionState.leave)
allow_one_tab_per_connection(app)
app.register_lifespan_task(keep_connected_states, every_seconds=KEEPING_SECONDS)
app.register_lifespan_task(return_freed_memory, every_seconds=_TRIM_SECONDS)
