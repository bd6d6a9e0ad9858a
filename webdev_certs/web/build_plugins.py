"""Build plugins of Reflex, which change the built documents and scripts."""

import fcntl
import gc
import json
import os
import re
import shutil
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import language_prefix

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


_INSTALLED = "reflex.install_frontend_packages.cached"
"""The file in which Reflex notes what it has installed."""
_WITH_INSTALLED = ("package.json", "package-lock.json", _INSTALLED)


class TakeTurns(rx.plugins.Plugin):
    """Makes builds of several languages take turns at what they share, and installs npm packages only once.

    Each has a folder of its own, but all copy the lock file of the packages to and from `reflex.lock`: when
    they begin, and when they install.
    """

    def __init__(self) -> None:
        """Wait for other builds that begin or install."""
        _lock()

    def register_route(self, **context: Any) -> None:
        """Let others begin; Reflex has set up the folder and loaded the pages.

        Args:
            **context: Context of Reflex.
        """
        fcntl.flock(_lock(), fcntl.LOCK_UN)

    def get_frontend_development_dependencies(self, **context: Any) -> tuple[str, ...]:
        """Wait until no other build installs, and link the packages of one that has.

        Reflex installs right after it has asked for this.

        Args:
            **context: Context of Reflex.
        """
        fcntl.flock(_lock(), fcntl.LOCK_EX)
        _link_packages(Path(os.environ["REFLEX_WEB_WORKDIR"]))
        return ()

    def get_static_assets(self, **context: Any) -> tuple[()]:
        """Let others install; Reflex asks for this when it has installed.

        Args:
            **context: Context of Reflex.
        """
        fcntl.flock(_lock(), fcntl.LOCK_UN)
        return ()


@cache
def _lock() -> int:
    """Lock the folder that builds share, and return its descriptor, by which it is unlocked and locked again.

    It is opened only once, because Reflex makes the plugins repeatedly.
    """
    folder = os.open("reflex.lock", os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    return folder


def _link_packages(folder: Path) -> None:
    """Link the packages that another language's build has installed, unless this one has its own."""
    installed = next(folder.parent.glob(f".web*/{_INSTALLED}"), None)
    if installed is None or (folder / _INSTALLED).exists():
        return
    modules = folder / "node_modules"
    shutil.rmtree(modules, ignore_errors=True)
    shutil.copytree(installed.parent / modules.name, modules, symlinks=True, copy_function=os.link)
    for name in _WITH_INSTALLED:
        shutil.copy2(installed.parent / name, folder / name)


class KeepGarbage(rx.plugins.Plugin):
    """Makes a build collect no garbage: the search takes a third of the time in Python."""

    def __init__(self) -> None:
        """Search for none from now on."""
        gc.disable()

    def post_build(self, **context: Any) -> None:
        """Search again, because otherwise objects complain when the process ends.

        Args:
            **context: Context of Reflex.
        """
        gc.enable()


class PrerenderEveryRoute(rx.plugins.Plugin):
    """Makes React Router prerender the dynamic routes, which Reflex leaves out.

    Each is prerendered at its own name: `/verify/[certificate_number]` is also a valid path of the route. Its
    document serves all paths of the route, because the first rendering of a page does not depend on the path.
    On a slow phone `/verify/…` is so painted after 1.8 s. Without a document it would be after 4.5 s.
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


_VITE, _STATE = "vite.config.js", "utils/state.js"
_GROUPS = "groups: ["
_SHARED = '{ name: "shared", minShareCount: 8 },'
"""Modules of at least eight pages or other entries, with all that they import."""
_DIRECT_EVAL = re.compile(r"(?<![.\w])eval\(")


class BundleSharedScripts(rx.plugins.Plugin):
    """Puts the modules that many pages use into one script, instead of one for each group of pages.

    On a slow connection each script costs time: a browser fetches only six at once, each has headers, and
    small ones compress badly. Home loads 7 scripts instead of 16, and on a slow phone the largest paint of a
    signed-in page comes after 2.0 to 2.15 s instead of 2.35 to 2.5 s.
    """

    def pre_compile(self, **context: Any) -> None:
        """Change Vite's configuration, and a script of Reflex so that the bundler can shorten its names.

        Args:
            **context: Context of Reflex, with `add_modify_task`.
        """
        context["add_modify_task"](
            _VITE, lambda vite: _inline_styles(_only_websocket(_group_shared_modules(vite)))
        )
        context["add_modify_task"](_STATE, lambda script: _without_cookies(_avoid_direct_eval(script)))


def _group_shared_modules(configuration: str) -> str:
    """Add a group to those of Rolldown (https://rolldown.rs/in-depth/manual-code-splitting).

    Raises:
        ValueError: If Reflex writes the configuration in an unknown way.
    """
    if _SHARED in configuration:
        return configuration
    if configuration.count(_GROUPS) != 1:
        raise ValueError(
            f"{_VITE} does not contain {_GROUPS} once: shared modules would stay in many scripts"
        )
    return configuration.replace(_GROUPS, f"{_GROUPS}\n            {_SHARED}")


def _avoid_direct_eval(script: str) -> str:
    """Replace direct calls of `eval` with indirect ones, which cannot read the names around them.

    A direct call could read any name of its script, so none could be shortened. The pages' content policy
    forbids both kinds, so what Reflex does with `eval` (`rx.call_script`, components sent by the server) can
    work at most in `make dev`, where the pages have no policy.

    Raises:
        ValueError: If Reflex no longer calls `eval`, so that this function is not needed.
    """
    if "eval(" not in script:
        raise ValueError(f"{_STATE} does not call eval: its names can be shortened without this rewriting")
    return _DIRECT_EVAL.sub("globalThis.eval(", script)


_PLUGINS = "plugins: ["
_ONLY_WEBSOCKET = """{
      name: "only-websocket",
      transform: (_code, id) =>
        id.endsWith("engine.io-client/build/esm/transports/index.js")
          ? 'import { WS } from "./websocket.node.js"; export const transports = { websocket: WS };'
          : null,
    },"""


def _only_websocket(configuration: str) -> str:
    """Leave out the two other transports of Socket.IO, 2.5 KB of every page: tabs use WebSockets alone.

    Raises:
        ValueError: If Reflex writes the configuration in an unknown way.
    """
    return _with_plugin(configuration, _ONLY_WEBSOCKET, "unused transports would stay in the scripts")


_INLINE_STYLES = """{
      name: "inline-styles",
      enforce: "pre",
      resolveId: (id) => (id === "@emotion/react" ? "\\0inline-styles" : null),
      load: (id) =>
        id === "\\0inline-styles"
          ? `import { createElement } from "react";
             export const jsx = (type, props, ...children) => {
               if (!props?.css) return createElement(type, props, ...children);
               const { css, ...rest } = props;
               return createElement(type, { ...rest, style: { ...css, ...rest.style } }, ...children);
             };`
          : null,
    },"""


def _inline_styles(configuration: str) -> str:
    """Leave out Emotion, 7.7 KB of every page: the few styles of elements are attributes instead of classes.

    Such a style is an object of plain properties: no selectors, no media queries, no functions.

    Raises:
        ValueError: If Reflex writes the configuration in an unknown way.
    """
    return _with_plugin(configuration, _INLINE_STYLES, "Emotion would stay in the scripts")


def _with_plugin(configuration: str, plugin: str, otherwise: str) -> str:
    """Add a plugin to Vite's configuration.

    Args:
        configuration: The configuration.
        plugin: The plugin.
        otherwise: What happens without it.
    """
    if plugin in configuration:
        return configuration
    if configuration.count(_PLUGINS) != 1:
        raise ValueError(f"{_VITE} does not contain {_PLUGINS} once: {otherwise}")
    return configuration.replace(_PLUGINS, f"{_PLUGINS}\n    {plugin}")


_COOKIES = 'import Cookies from "universal-cookie";', "new Cookies()"
_NO_COOKIES = "{ get() {}, set() {}, remove() {} }"


def _without_cookies(script: str) -> str:
    """Leave out the library for cookies, 2.3 KB of every page: no state keeps anything in a cookie.

    Raises:
        ValueError: If Reflex uses it in an unknown way.
    """
    if _NO_COOKIES in script:
        return script
    imported, made = _COOKIES
    if script.count(imported) != 1 or script.count(made) != 1:
        raise ValueError(f"{_STATE} does not make its cookies with {made}: the library would stay in it")
    return script.replace(imported, "").replace(made, _NO_COOKIES)


CONTEXT = "structured_data"
"""The entry in a page's context that has its data, as JSON-LD (https://www.w3.org/TR/json-ld11/)."""


class StructuredData(rx.plugins.Plugin):
    """Writes the data of each page that has some into the head of its document."""

    _data: Mapping[str, Any] = {}
    """Route → its data."""

    def pre_compile(self, **context: Any) -> None:
        """Read the data of the pages.

        Args:
            **context: Context of Reflex, with `unevaluated_pages`.
        """
        self._data = {
            page.route: page.context[CONTEXT]
            for page in context["unevaluated_pages"]
            if page.context.get(CONTEXT)
        }

    def post_build(self, **context: Any) -> None:
        """Write the data.

        Args:
            **context: Context of Reflex; `static_dir` is the folder of the documents.
        """
        for route, data in self._data.items():
            folder = (
                context["static_dir"] / language_prefix().strip("/") / ("" if route == "index" else route)
            )
            document = folder / "index.html"
            html = document.read_text()
            document.write_text(html.replace("</head>", f"{_script(data)}</head>", 1))


def _script(data: Any) -> str:
    # A script ends at the first "</script", also inside a JSON string.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
