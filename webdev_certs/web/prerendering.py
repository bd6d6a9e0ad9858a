"""How the documents of the pages are built: one for every route, and what is seen before what runs."""

import json
from functools import partial
from typing import Any

import reflex as rx

_CONFIGURATION = "react-router.config.js"
_STATIC_ONLY = '"prerender": true'
_PRELOAD = '<link rel="modulepreload"'


class PrerenderEveryRoute(rx.plugins.Plugin):
    """Has React Router prerender what Reflex leaves out: the routes with a dynamic part, at their names.

    The name of `/verify/[certificate_number]` is one of its addresses too. Its document serves all of them:
    no page knows which one was opened before it has its state, so none is in what is rendered first.
    """

    def pre_compile(self, **context: Any) -> None:
        """Adds the routes to React Router's configuration.

        Args:
            **context: Reflex's; holds the pages and takes the change.
        """
        dynamic = [f"/{page.route}" for page in context["unevaluated_pages"] if "[" in page.route]
        context["add_modify_task"](_CONFIGURATION, partial(_add_paths, paths=dynamic))


class PaintFirst(rx.plugins.Plugin):
    """Has browsers fetch the style sheet before the scripts, which all documents can be read without.

    A preloaded module has the priority of a script that rendering waits for, and shares the line with what it
    really waits for (https://web.dev/articles/fetch-priority).
    """

    def post_build(self, **context: Any) -> None:
        """Lowers the priority of the scripts in all documents.

        Args:
            **context: Reflex's; says where the documents are.
        """
        for document in context["static_dir"].rglob("*.html"):
            html = document.read_text()
            document.write_text(html.replace(_PRELOAD, f'{_PRELOAD} fetchpriority="low"'))


def _add_paths(configuration: str, paths: list[str]) -> str:
    """Adds paths to what is prerendered, which is nothing while developing.

    See https://reactrouter.com/how-to/pre-rendering.

    Raises:
        ValueError: Reflex says it otherwise than is known here.
    """
    if '"prerender"' in configuration and _STATIC_ONLY not in configuration:
        raise ValueError(
            f"{_CONFIGURATION} does not say {_STATIC_ONLY}: dynamic routes would have no document"
        )
    every = f'"prerender": ({{ getStaticPaths }}) => [...getStaticPaths(), ...{json.dumps(paths)}]'
    return configuration.replace(_STATIC_ONLY, every)
