"""Toasts: short messages in a live region that disappear after a few seconds."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.styling import by_value, classes
from webdev_certs.ui.components.surface import tone_icon
from webdev_certs.ui.reflex_internals import DivWithHooks, merged_var_data

_SECONDS = 6
_TONES: dict[str, str] = {
    "neutral": "text-ink",
    "accent": "text-accent-ink",
    "success": "text-success",
    "warning": "text-warning",
    "danger": "text-danger",
}


class _Region(DivWithHooks):
    """A <div> with its own React state `toasts`, which collects each new value of `latest`."""

    latest: rx.Var[dict[str, str]]
    """`message`, `tone` and `id` of the newest toast."""
    client: rx.Var[str]
    """Empty until the state has arrived, which brings the latest toast with it."""

    def add_imports(self) -> dict[str, Any]:
        """Import React's hooks."""
        return {"react": ["useEffect", "useRef", "useState"]}

    def _exclude_props(self) -> list[str]:
        # Only the hooks use these props; a <div> has no such attributes.
        return ["latest", "client"]

    def add_hooks(self) -> list[str | rx.Var]:
        """Collect toasts and remove each after a few seconds; do not repeat the latest one after a reload."""
        latest, client = self.latest, self.client
        return [
            "const [toasts, setToasts] = useState([]);",
            "const listening = useRef(false);",
            rx.Var(
                f"""useEffect(() => {{
  const toast = {latest!s};
  if (!{client!s}) return;
  const isNews = listening.current;
  listening.current = true;
  if (!toast.id || !isNews) return;
  setToasts((shown) => [...shown.slice(-2), toast]);
  setTimeout(() => setToasts((shown) => shown.filter((t) => t.id !== toast.id)), {_SECONDS * 1000});
}}, [{latest!s}.id, {client!s}]);""",
                _var_data=merged_var_data(latest, client),
            ),
        ]


def _toast(item: Any) -> rx.Component:
    """Render one message."""
    tone = item["tone"]
    return rx.el.div(
        rx.el.span(tone_icon(tone), class_name=by_value(tone, _TONES)),
        rx.el.span(item["message"], class_name="min-w-0 flex-1"),
        key=item["id"],
        class_name="pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 rounded-control "
        "border border-line bg-raised px-4 py-3 text-compact text-ink shadow-overlay",
    )


def toaster(latest: rx.Var[dict[str, str]], client: rx.Var[str]) -> rx.Component:
    """Render the live region for toasts, once at the root of the app.

    Args:
        latest: `message`, `tone` and `id` of the newest toast.
        client: The id of the tab; empty until the state has arrived.

    Returns:
        A polite live region at the bottom of the window.
    """
    return _Region.create(
        rx.foreach(rx.Var("toasts", _var_type=list[dict[str, str]]).to(list[dict[str, str]]), _toast),
        latest=latest,
        client=client,
        role="status",
        class_name=classes(
            "pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4",
            "max-lg:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] print:hidden",
        ),
    )
