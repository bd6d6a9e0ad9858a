"""Add the rows of the table of routes to the app as pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.missed_page import NOT_FOUND
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language, page_urls
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.kept_sample import KeptSampleState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

DEFAULT_TITLE = _("AI-Powered WebDev Certifications")

Access: TypeAlias = Literal["public", "login", "paid"]


@dataclass(frozen=True)
class Route:
    """One row of the table: a path and its page."""

    path: str
    page: Callable[..., rx.Component]
    name: str
    """Title of the page; empty for the default title."""
    description: str
    access: Access = "public"
    view: str | None = None
    on_load: Sequence[Any] = ()
    loads_first: bool = False
    """Whether `on_load` runs before what all pages of users load, so that the page need not wait for that.

    The page itself then notices that the login session has ended. Those whose states have `ended_words` lead
    back to themselves after the sign-in; others lead to the home page."""
    sitemap: bool = False
    indexed: bool = True
    """Whether search engines may list the document of a public page, as it is without a link preview."""
    structured_data: Mapping[str, Any] | None = None
    """What the document says to search engines (web/build_plugins.py)."""

    @property
    def title(self) -> str:
        """The title of the document."""
        return f"{self.name} · WebDev Certs" if self.name else DEFAULT_TITLE

    @property
    def events(self) -> list[Any]:
        """The events that load the page, in order."""
        guards, loads = _GUARDS[self.access]
        own = (*self.on_load, *loads) if self.loads_first else (*loads, *self.on_load)
        return [SessionState.restore, *guards, *own]

    @property
    def component(self) -> Callable[[], rx.Component]:
        """The function that renders the page, with its `view` if it has one.

        Reflex groups what it builds into files by the module of this function. A method of this class would
        put the components of all pages into one file.
        """
        return partial(self.page, self.view) if self.view else self.page


# Access → the guards of such pages, and the events that load what all of them show.
_GUARDS: dict[Access, tuple[Sequence[Any], Sequence[Any]]] = {
    "public": ((), ()),
    "login": (
        (GuardState.require_login, KeptSampleState.claim),
        (PaymentState.load, EmailNoticeState.load),
    ),
    "paid": ((GuardState.require_login, GuardState.require_payment), (EmailNoticeState.load,)),
}


def _preview(route: Route) -> list[dict[str, str]]:
    """Return the meta tags of the link preview."""
    return [
        {"property": "og:type", "content": "website"},
        {"property": "og:site_name", "content": "WebDev Certs"},
        {"property": "og:title", "content": route.title},
        {"property": "og:description", "content": route.description},
        {"name": "twitter:card", "content": "summary_large_image"},
        *([] if route.access == "public" and route.indexed else [{"name": "robots", "content": "noindex"}]),
    ]


def _page_links(route: Route) -> list[rx.Component]:
    """Return the link to the one URL of a public page, and those to it in each language.

    Those of single certificates come from the server (web/link_previews.py).
    """
    if route.access != "public" or "[" in route.path:
        return []
    urls = page_urls(get_settings().origin, route.path)
    return [
        # Also served with a slash at the end, and with any query.
        rx.el.link(rel="canonical", href=urls[current_language()]),
        *(
            rx.el.link(rel="alternate", href=url, custom_attrs={"hrefLang": language})
            for language, url in urls.items()
        ),
    ]


def social_picture(language: str) -> str:
    """Return the file of the picture in link previews (`webdev-certs social` draws it).

    Signed credentials refer to the English one too.
    """
    return "social.png" if language == SOURCE_LANGUAGE else f"social-{language}.png"


class _Navigate(rx.Component):
    """React Router's redirect. With `replace`, the back button does not return to the old path."""

    library = "react-router"
    tag = "Navigate"
    to: rx.Var[str]
    replace: rx.Var[bool]

    @property
    def import_var(self) -> rx.ImportVar:
        """Import the component; Reflex installs the package already."""
        return rx.ImportVar(tag=self.tag, install=False)


def _go_to(path: str) -> rx.Component:
    """Render a page that redirects to a path."""
    return rx.el.main(_Navigate.create(to=path, replace=True), rx.el.h1(_("Loading"), class_name="sr-only"))


def not_found() -> rx.Component:
    """Render the page for unknown paths, which redirects to "/", where a sign says that it does not exist."""
    return _go_to(f"/#{NOT_FOUND}")


def add_pages(app: rx.App, routes: Sequence[Route], redirects: Mapping[str, str]) -> None:
    """Add the pages of the table, the redirects, and the page for unknown paths.

    Args:
        app: The app.
        routes: The rows of the table.
        redirects: Old path → new path.
    """
    # Other sites show the preview, so the image needs an absolute URL.
    image = f"{get_settings().origin}/{social_picture(current_language())}"
    for route in routes:
        app.add_page(
            route.component,
            route=route.path,
            title=route.title,
            description=route.description,
            image=image,
            meta=[*_preview(route), *_page_links(route)],
            on_load=route.events,
            context={"sitemap": {} if route.sitemap else None, "structured_data": route.structured_data},
        )
    for path, target in redirects.items():
        app.add_page(partial(_go_to, target), route=path, title=DEFAULT_TITLE, context={"sitemap": None})
    app.add_page(not_found, route="404", title=DEFAULT_TITLE)
