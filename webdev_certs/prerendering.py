"""How the documents of the pages are built, those of routes with a dynamic part among them."""

import json
from functools import partial
from typing import Any

import reflex as rx

_CONFIGURATION = "react-router.config.js"
_STATIC_ONLY = '"prerender": true'


class PrerenderEveryRoute(rx.plugins.Plugin):
    """Has React Router prerender the routes that Reflex leaves out, each at its own name.

    `/verify/[certificate_number]` is an address of that route too, so its document is one for every number:
    the number itself is known to the browser alone, which renders it once the page has its state.
    """

    def pre_compile(self, **context: Any) -> None:
        """Adds the routes to React Router's configuration.

        Args:
            **context: Reflex's; holds the pages and takes the change.
        """
        dynamic = [f"/{page.route}" for page in context["unevaluated_pages"] if "[" in page.route]
        context["add_modify_task"](_CONFIGURATION, partial(_add_paths, paths=dynamic))


def _add_paths(configuration: str, paths: list[str]) -> str:
    """Adds paths to what is prerendered; while developing nothing is.

    See https://reactrouter.com/how-to/pre-rendering.
    """
    every = f'"prerender": ({{ getStaticPaths }}) => [...getStaticPaths(), ...{json.dumps(paths)}]'
    return configuration.replace(_STATIC_ONLY, every)
