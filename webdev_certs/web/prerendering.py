"""Build plugins: prerender the dynamic routes too, and start the scripts after the first paint."""

import json
from functools import partial
from typing import Any

import reflex as rx

_CONFIGURATION = "react-router.config.js"
_STATIC_ONLY = '"prerender": true'
_PRELOAD = '<link rel="modulepreload"'
_LATER_PRELOAD = '<link data-rel="modulepreload"'
_SCRIPT = '<script type="module" async="">'
_LATER_SCRIPT = '<script type="text/plain" id="scripts">'
_START = """<script>((start) => {
  // React does not know this script.
  document.currentScript.remove();
  // loading.js presses the button again when it works, and sets null then. The last click counts.
  document.addEventListener("click", (event) => {
    if (window.earlyClick === null) return;
    window.earlyClick = event.target.closest("button:not([popovertarget])") ?? undefined;
    // The browser itself would put what was typed into the URL.
    if (window.earlyClick?.type === "submit") event.preventDefault();
  });
  // No frame is painted in a hidden window.
  if (document.hidden) return start();
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  // Not every browser reports paints, and an empty page has none.
  addEventListener("load", () => setTimeout(start, 300));
})(() => {
  const later = document.getElementById("scripts");
  if (!later) return;
  for (const link of document.querySelectorAll("link[data-rel]")) link.rel = link.dataset.rel;
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = later.textContent;
  later.replaceWith(script);
});</script>"""
"""Starts the scripts once the first frame is painted, which waits for the style sheet."""


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
    """Makes browsers paint a document before they fetch its scripts.

    Documents can be read before their scripts run. But on a slow connection preloaded modules delay the style
    sheet, which rendering waits for, and their execution delays the first frame.
    """

    def post_build(self, **context: Any) -> None:
        """Let the scripts of all documents wait for the first frame.

        Args:
            **context: Context of Reflex; `static_dir` is the folder of the documents.

        Raises:
            ValueError: If React Router writes the scripts of a document in an unknown way.
        """
        for document in context["static_dir"].rglob("*.html"):
            document.write_text(_painted_first(document.read_text(), document.name))


def _painted_first(html: str, name: str) -> str:
    # The one module script of a document imports all others.
    if html.count(_SCRIPT) != 1:
        raise ValueError(
            f"{name} does not contain {_SCRIPT} once: its scripts cannot wait for the first frame"
        )
    before, after = html.split(_SCRIPT)
    body, end = after.split("</script>", 1)
    script = f"{_LATER_SCRIPT}{body}</script>{_START}"
    return f"{before.replace(_PRELOAD, _LATER_PRELOAD)}{script}{end}"


def _add_paths(configuration: str, paths: list[str]) -> str:
    """Add paths to the prerendered ones (https://reactrouter.com/how-to/pre-rendering).

    During development nothing is prerendered, and the configuration stays as it is.

    Raises:
        ValueError: If Reflex writes the configuration in an unknown way.
    """
    if '"prerender"' in configuration and _STATIC_ONLY not in configuration:
        raise ValueError(
            f"{_CONFIGURATION} does not contain {_STATIC_ONLY}: dynamic routes would have no document"
        )
    every = f'"prerender": ({{ getStaticPaths }}) => [...getStaticPaths(), ...{json.dumps(paths)}]'
    return configuration.replace(_STATIC_ONLY, every)
