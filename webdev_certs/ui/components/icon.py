"""Icons: line drawings on a 24-unit grid, inlined so that no icon font or bundle is loaded."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.styling import classes

_DRAWINGS: dict[str, str] = {
    "alert": "M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5M12 17.5v.01",
    "arrow-right": "M5 12h14m-6-6 6 6-6 6",
    "arrow-up": "M12 19V5m-6 6 6-6 6 6",
    "grip": "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
    "arrow-down": "M12 5v14m-6-6 6 6 6-6",
    "award": "M12 3a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM8.5 14 7 21l5-2.6L17 21l-1.5-7",
    "braces": "M8.5 4C6 4 6 5.5 6 8s0 4-2.5 4C6 12 6 13.5 6 16s0 4 2.5 4m7-16C18 4 18 5.5 18 8s0 4 2.5 4"
    "C18 12 18 13.5 18 16s0 4-2.5 4",
    "book": "M12 6.5C10 5 7.5 4.5 4 4.5v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-14c-3.5 0-6 .5-8 2Zm0 0v14",
    "bookmark": "M6.5 3.5h11v17L12 16.5l-5.5 4v-17Z",
    "calendar": "M4 6h16v14H4V6Zm0 4.5h16M8 3.5V7m8-3.5V7",
    "chart": "M4 20h16M7 16v-4m5 4V6m5 10V9",
    "check": "m5 12.5 4.5 4.5L19 7.5",
    "check-circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-4 9.3 2.8 2.7L16 9.5",
    "chevron-down": "m6 9.5 6 6 6-6",
    "chevron-right": "m9.5 6 6 6-6 6",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3.2 2",
    "code": "m8.5 7-5 5 5 5m7-10 5 5-5 5",
    "credit-card": "M3 6h18v12.5H3V6Zm0 4h18M6.5 15H10",
    "cube": "m12 3 8 4.5v9L12 21l-8-4.5v-9L12 3Zm0 9 8-4.5M12 12v9m0-9L4 7.5",
    "download": "M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 20h15",
    "eye": "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 "
    "0-6Z",
    "eye-off": "M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6 8a16 16 0 0 "
    "0-3.5 4S6 18.5 12 18.5c1.6 0 3-.4 4.2-1M10 10a3 3 0 0 0 4 4",
    "file": "M6 3h8l4.5 4.5V21H6V3Zm8 0v5h4.5",
    "globe": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.5 2.5 3.7 5.5 3.7 9S14.5 18.5 12 "
    "21c-2.5-2.5-3.7-5.5-3.7-9S9.5 5.5 12 3Z",
    "grid": "M4 4h6.5v6.5H4V4Zm9.5 0H20v6.5h-6.5V4ZM4 13.5h6.5V20H4v-6.5Zm9.5 0H20V20h-6.5v-6.5Z",
    "help": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8m0 3v.01",
    "info": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5.5m0-9v.01",
    "layers": "m12 3.5 9 5-9 5-9-5 9-5Zm-9 9.5 9 5 9-5",
    "link": "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 "
    "5.7l1-1",
    "list": "M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01",
    "lock": "M5.5 10.5h13V20h-13v-9.5Zm2.5 0V8a4 4 0 0 1 8 0v2.5",
    "log-out": "M10 4H5v16h5m5-12 4 4-4 4m4-4H10",
    "menu": "M4 7h16M4 12h16M4 17h16",
    "monitor": "M3.5 4.5h17v11.5h-17V4.5ZM9 20h6m-3-4v4",
    "moon": "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
    "minus-circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12h8",
    "pause-circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM10 9v6m4-6v6",
    "plus": "M12 5v14M5 12h14",
    "refresh": "M4.5 11a7.5 7.5 0 0 1 13-4.5L20 9m0-5v5h-5M19.5 13a7.5 7.5 0 0 1-13 4.5L4 15m0 5v-5h5",
    "replace": "M4 9h13m-4-4 4 4-4 4M20 15H7m4 4-4-4 4-4",
    "save": "M4.5 4.5h12l3 3v12h-15v-15Zm3.5 0v5h7v-5M8 19.5v-6h8v6",
    "scan": "M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4M8 8h3v3H8V8Zm5 0h3v3h-3V8Zm-5 5h3v3H8v-3Zm5.5.5v.01m2.5 "
    "2.5v.01",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20.5 20.5",
    "share": "M7.5 11H5.5v9.5h13V11h-2M12 15V3.5M8 7.5l4-4 4 4",
    "shield": "M12 3l8 3v5.5c0 4.7-3.3 8-8 9.5-4.7-1.5-8-4.8-8-9.5V6l8-3Zm-3.5 9 2.5 2.5L15.5 10",
    "sparkle": "M12 3.5c.6 5 3 7.4 8 8-5 .6-7.4 3-8 8-.6-5-3-7.4-8-8 5-.6 7.4-3 8-8Z",
    "sun": "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5.5V4m0 16v1.5M4 12H2.5m19 0H20M5.3 5.3l1 1m11.4 11.4 1 "
    "1m0-13.4-1 1M6.3 17.7l-1 1",
    "target": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 12v.01",
    "tree": "M9 3.5h6V8H9V3.5ZM3 16h6v4.5H3V16Zm12 0h6v4.5h-6V16ZM12 8v4M6 16v-4h12v4",
    "upload": "M12 15V4M7.5 8.5 12 4l4.5 4.5M4.5 20h15",
    "user": "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-3.8 3.7-5.5 7.5-5.5s6.7 1.7 7.5 5.5",
    "wifi-off": "M4 4l16 16M12 19v.01M8.5 15.5a5 5 0 0 1 5.5-1M5.5 12a9.5 9.5 0 0 1 4-2.3M2.5 8.5A14 14 0 0 "
    "1 7 5.8m4.5-.8a14 14 0 0 1 10 3.5m-6.5 1.2a9.5 9.5 0 0 1 3.5 2.3",
    "x": "m6 6 12 12M18 6 6 18",
    "x-circle": "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9 9l6 6m0-6-6 6",
}  # fmt: skip


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons."""
    return tuple(_DRAWINGS)


def icon(name: str, *, label: str = "", **props: Any) -> rx.Component:
    """Draw an icon in the color and 1.25 times the size of the surrounding text.

    Args:
        name: Name of the icon.
        label: Text for screen readers; without one the icon is hidden from them.
        **props: Passed on to the <svg>.

    Raises:
        KeyError: If there is no icon with this name.
    """
    spoken = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return rx.el.svg(
        rx.el.svg.path(d=_DRAWINGS[name]),
        view_box="0 0 24 24",
        class_name=classes("icon", props.pop("class_name", "")),
        **spoken,
        **props,
    )
