"""Toasts: short messages in a live region that come and go without moving anything."""

from typing import Any, cast

import reflex as rx
from reflex_base.constants.compiler import MemoizationMode
from reflex_base.event import EventSpec

from webdev_certs.ui.components.styling import Text, Tone, by_value, classes
from webdev_certs.ui.components.surface import tone_icon
from webdev_certs.ui.states.shared.toasts import ToastState

_SECONDS = 6
_TONES: dict[str, str] = {
    "neutral": "text-ink",
    "accent": "text-accent-ink",
    "success": "text-success",
    "warning": "text-warning",
    "danger": "text-danger",
}


class _Region(rx.el.Div):
    """A <div> that owns the list `toasts`, fed by what the state says last."""

    _memoization_mode = MemoizationMode(recursive=False)

    def add_imports(self) -> dict[str, Any]:
        """Import React's hooks."""
        return {"react": ["useEffect", "useRef", "useState"]}

    def add_hooks(self) -> list[str | rx.Var]:
        """Collect toasts, and drop each after its time; a page that is loaded anew repeats none."""
        latest = ToastState.latest
        # It is known as soon as the state is, and the latest toast comes along with it.
        client = rx.State.router.session.client_token
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
                _var_data=rx.vars.VarData.merge(latest._get_all_var_data(), client._get_all_var_data()),
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
        "border border-line bg-raised px-4 py-3 text-[0.9375rem] text-ink shadow-overlay",
    )


def toaster() -> rx.Component:
    """Render the place where toasts appear; once, at the root of the app.

    Returns:
        A polite live region at the bottom of the window.
    """
    return _Region.create(
        rx.foreach(rx.Var("toasts", _var_type=list[dict[str, str]]).to(list[dict[str, str]]), _toast),
        role="status",
        class_name=classes(
            "pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4",
            "max-lg:bottom-[calc(4.25rem+env(safe-area-inset-bottom))] print:hidden",
        ),
    )


def toast(message: Text, tone: Tone = "neutral") -> EventSpec:
    """Make the event that shows a toast; return or yield it from a handler, or bind it to a trigger.

    Args:
        message: One short sentence. What must not be missed belongs in an `alert` instead.
        tone: Its icon and colour.

    Returns:
        The event.
    """
    return cast(EventSpec, ToastState.show(message, tone))
