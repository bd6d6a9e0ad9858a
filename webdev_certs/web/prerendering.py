"""Build plugins: prerender the dynamic routes too, and fetch style sheets before scripts."""

import json
from functools import partial
from typing import Any

import reflex as rx

_CONFIGURATION = "react-router.config.js"
_STATIC_ONLY = '"prerender": true'
_PRELOAD = '<link rel="modulepreload"'


class PrerenderEveryRoute(rx.plugins.Plugin):
    """Makes React Router prerender the dynamic routes, which Reflex leaves out.

    Each is prerendered at its own name: `/verify/[certificate_number]` is also a valid path of the route. Its
    document serves all paths of the route, because the first rendering of a page does not depend on the path.
    """

    def pre_compile(self, **context: Any) -> None:
        """Add the routes to React Router's configuration.

        Args:
            **context: Context of Reflex, with `unevaluated_pages` and `add_modify_task`.
        """
        dynamic = [f"/{page.route}" for page in context["unevaluated_pages"] if "[" in page.route]
        context["add_modify_task"](_CONFIGURATION, partial(_add_paths, paths=dynamic))


class PaintFirst(rx.plugins.Plugin):
    """Makes browsers fetch the style sheet before the scripts.

    Documents can be read before their scripts run. But browsers give preloaded modules a high priority, so
    they delay the style sheet, which rendering waits for (https://web.dev/articles/fetch-priority).
    """

    def post_build(self, **context: Any) -> None:
        """Lower the priority of the scripts in all documents.

        Args:
            **context: Context of Reflex; `static_dir` is the folder of the documents.
        """
        for document in context["static_dir"].rglob("*.html"):
            html = document.read_text()
            document.write_text(html.replace(_PRELOAD, f'{_PRELOAD} fetchpriority="low"'))


def _add_paths(configuration: str, paths: list[str]) -> str:
    """Add paths to the prerendered ones (https://reactrouter.com/how-to/pre-rendering).

    During development nothing is prerendered, and the configuration stays as it is.

    Raises:
        ValueError: If Reflex writes the configuration in an unknown way.
    """
    if '"prerender"' in configuration and _STATIC_ONLY not in configuration:
        raise ValueError(
            f"{_CONFIGURATION} does not say {_STATIC_ONLY}: dynamic routes would have no document"
        )
    every = f'"prerender": ({{ getStaticPaths }}) => [...getStaticPaths(), ...{json.dumps(paths)}]'
    return configuration.replace(_STATIC_ONLY, every)
