"""Configuration of the bare page."""

import reflex as rx

config = rx.Config(
    app_name="bare",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    frontend_compression_formats=["brotli", "gzip"],
    plugins=[rx.plugins.TailwindV4Plugin(config={"plugins": []})],
)
