"""Build plugin: puts the modules that many pages share into one script."""

import re
from typing import Any

import reflex as rx

_VITE, _STATE = "vite.config.js", "utils/state.js"
_GROUPS = "groups: ["
_SHARED = '{ name: "shared", minShareCount: 8 },'
"""Modules of at least eight pages or other entries, with all that they import."""
_DIRECT_EVAL = re.compile(r"(?<![.\w])eval\(")


class BundleSharedScripts(rx.plugins.Plugin):
    """Puts the modules that many pages use into one script, instead of one for each group of pages.

    On a slow connection each script costs time: a browser fetches only six at once, each has headers, and
    small ones compress badly.
    """

    def pre_compile(self, **context: Any) -> None:
        """Change Vite's configuration, and a script of Reflex so that the bundler can shorten its names.

        Args:
            **context: Context of Reflex, with `add_modify_task`.
        """
        context["add_modify_task"](_VITE, _group_shared_modules)
        context["add_modify_task"](_STATE, _avoid_direct_eval)


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
