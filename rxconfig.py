"""Reflex configuration. Reflex itself lets `REFLEX_*` variables override any value."""

import reflex as rx

from webdev_certs.web.prerendering import PaintFirst, PrerenderEveryRoute
from webdev_certs.settings.settings import get_settings

settings = get_settings()

config = rx.Config(
    app_name="webdev_certs",
    # Where the browser finds the websocket: built into the pages, so another address needs another build.
    api_url=settings.origin,
    deploy_url=settings.origin,
    frontend_port=settings.port,
    backend_port=settings.port,
    backend_host=settings.host,
    cors_allowed_origins=settings.allowed_origins,
    # Not on disk, where everybody's tokens would lie in the clear; local storage brings them back.
    state_manager_mode=rx.constants.StateManagerMode.MEMORY,
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_lazy_bundled_libraries=True,
    frontend_compression_formats=["gzip", "brotli"],
    plugins=[
        rx.plugins.TailwindV4Plugin(config={"plugins": []}),
        rx.plugins.SitemapPlugin(trailing_slash="always"),
        PrerenderEveryRoute(),
        PaintFirst(),
    ],
)
