"""The styleguide shows every component, and exists in development only."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import get_type_hints

import pytest
import reflex as rx

from webdev_certs.settings import Settings
from webdev_certs.ui import components
from webdev_certs.ui.pages.routes import development_routes
from webdev_certs.ui.pages.styleguide.page import GROUPS

_FRAMES = {
    "app_shell.app_shell": "frames a page of the dashboard",
    "app_shell.focus_shell": "frames a running attempt",
    "page_shell.page_shell": "frames the styleguide itself",
    "frame.main": "the main landmark of every frame, of which a page has one",
    "frame.skip_link": "the first link of every frame",
    "item.answer_keys": "belongs to the one question of a page, and takes its keys",
    "item.question_block": "is a `question_frame`",
    "item.question_frame": "widens the page of a running attempt",
    "placeholder.technology_choice": "fills a page, with its only heading of the first level",
}
"""Components that can be on a page only once, and why the styleguide does not show them."""


def _public_components() -> Iterator[Callable[..., rx.Component]]:
    for found in pkgutil.walk_packages(components.__path__, f"{components.__name__}."):
        module = importlib.import_module(found.name)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            is_own = function.__module__ == module.__name__ and not name.startswith("_")
            if is_own and get_type_hints(function).get("return") is rx.Component:
                yield function


def test_every_component_is_shown_or_has_a_reason_not_to_be():
    shown = {path for entries in GROUPS.values() for entry in entries() for path in entry.paths}
    framing = {f"{components.__name__}.{name}" for name in _FRAMES}

    assert shown.isdisjoint(framing)
    assert shown | framing == {
        f"{function.__module__}.{function.__name__}" for function in _public_components()
    }


def test_every_entry_has_examples():
    assert all(entry.examples for entries in GROUPS.values() for entry in entries())


_PRINT_MODULES = "import sys, webdev_certs.webdev_certs; print(*sys.modules)"


def test_production_loads_neither_the_page_nor_its_state():
    variables = {"ENVIRONMENT": "production", "PUBLIC_URL": "https://certs.example", "SANDBOX": "false"}
    command = [sys.executable, "-c", _PRINT_MODULES]
    served = {**os.environ, **variables, "ENV_FILE": os.devnull, "API_URL": "https://api.certs.example"}

    done = subprocess.run(command, env=served, capture_output=True, text=True, timeout=120)

    modules = done.stdout.split()
    assert "webdev_certs.ui.pages.routes" in modules, done.stderr
    assert [name for name in modules if "styleguide" in name] == []


@pytest.mark.parametrize(("environment", "paths"), [("development", ["/styleguide"]), ("production", [])])
def test_the_styleguide_exists_in_development_only(environment, paths):
    settings = Settings.model_construct(environment=environment)

    assert [route.path for route in development_routes(settings)] == paths
