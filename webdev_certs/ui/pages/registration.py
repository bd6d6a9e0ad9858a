"""How a row of the table of routes becomes a page of the app."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.ui.pages import not_found
from webdev_certs.settings.settings import get_settings
from webdev_certs.ui.states.accounts.confirmation import AddressNoticeState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

DEFAULT_TITLE = "AI-Powered WebDev Certifications"

Access: TypeAlias = Literal["public", "login", "paid"]


@dataclass(frozen=True)
class Route:
    """One row: an address and what stands there."""

    path: str
    page: Callable[..., rx.Component]
    name: str
    """What the browser's tab says; empty for the product's own title."""
    description: str
    access: Access = "public"
    view: str | None = None
    on_load: Sequence[Any] = ()
    sitemap: bool = False

    @property
    def title(self) -> str:
        """The document's title."""
        return f"{self.name} · WebDev Certs" if self.name else DEFAULT_TITLE

    @property
    def component(self) -> Callable[[], rx.Component]:
        """The page, told its `view` if it has one.

        Not a method that renders it: what pages are made of would all be built into the file of this module.
        """
        return partial(self.page, self.view) if self.view else self.page


_GUARDS: dict[Access, tuple[Any, ...]] = {
    "public": (),
    "login": (GuardState.require_login, PaymentState.load, AddressNoticeState.load),
    "paid": (GuardState.require_login, GuardState.require_payment, AddressNoticeState.load),
}


def _preview(route: Route) -> list[dict[str, str]]:
    """Make the tags of the card that shows when the address is shared."""
    return [
        {"property": "og:type", "content": "website"},
        {"property": "og:site_name", "content": "WebDev Certs"},
        {"property": "og:title", "content": route.title},
        {"property": "og:description", "content": route.description},
        {"name": "twitter:card", "content": "summary_large_image"},
        *([] if route.access == "public" else [{"name": "robots", "content": "noindex"}]),
    ]


def register(app: rx.App, routes: Sequence[Route], redirects: Mapping[str, str]) -> None:
    """Add every page of the table, the old addresses, and the page for unknown ones.

    Args:
        app: The app to add them to.
        routes: The rows.
        redirects: Old address → its successor.
    """
    # Previews are drawn elsewhere, so the picture needs its whole address.
    image = f"{get_settings().origin}/social.png"
    for route in routes:
        app.add_page(
            route.component,
            route=route.path,
            title=route.title,
            description=route.description,
            image=image,
            meta=_preview(route),
            on_load=[SessionState.restore, *_GUARDS[route.access], *route.on_load],
            context={"sitemap": {} if route.sitemap else None},
        )
    for path, target in redirects.items():
        app.add_page(
            partial(not_found.go_to, target), route=path, title=DEFAULT_TITLE, context={"sitemap": None}
        )
    app.add_page(not_found.not_found, route="404", title=DEFAULT_TITLE)
