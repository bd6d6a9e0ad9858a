"""Reflex configuration. `REFLEX_*` environment variables override any value."""

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import language_prefix, use_language
from webdev_certs.web.build_plugins import (
    BundleSharedScripts,
    KeepGarbage,
    PaintFirst,
    PrerenderEveryRoute,
    StructuredData,
    TakeTurns,
)
from webdev_certs.web.installable.plugin import Installable
from webdev_certs.web.tab_limits import KEEPING_SECONDS, LINGERING_SECONDS

settings = get_settings()
# Each build of the pages has one language. Pages in others than English are served below a prefix.
use_language(settings.pages_language)

config = rx.Config(
    app_name="webdev_certs",
    # The URL of the WebSocket. It is built into the pages, so another origin needs another build.
    # Its path tells the server the language of the tab (web/languages.py).
    api_url=settings.origin + language_prefix(),
    frontend_path=language_prefix(),
    deploy_url=settings.origin,
    frontend_port=settings.port,
    backend_port=settings.port,
    backend_host=settings.host,
    cors_allowed_origins=settings.allowed_origins,
    # Not on disk, where users' tokens would be stored unencrypted. Local storage restores them.
    state_manager_mode=rx.constants.StateManagerMode.MEMORY,
    # Also without Redis: how long the state of a tab is kept after its connection has ended. The states of
    # connected tabs are kept anyway, by `keep_connected_states`.
    redis_token_expiration=LINGERING_SECONDS + KEEPING_SECONDS,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_lazy_bundled_libraries=True,
    frontend_compression_formats=["brotli", "gzip"],
    plugins=[
        rx.plugins.TailwindV4Plugin(config={"plugins": []}),
        # The URLs that links have: without a slash at the end, except for the home pages.
        rx.plugins.SitemapPlugin(trailing_slash="preserve"),
        PrerenderEveryRoute(),
        PaintFirst(),
        BundleSharedScripts(),
        StructuredData(),
        Installable(),
        *([TakeTurns(), KeepGarbage()] if settings.building_pages else []),
    ],
)
