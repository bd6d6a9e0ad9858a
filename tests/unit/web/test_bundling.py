"""How the build puts shared modules into one script."""

from collections.abc import Callable

import pytest

from webdev_certs.web.build_plugins import BundleSharedScripts

STATE, VITE = "utils/state.js", "vite.config.js"


@pytest.fixture
def changes() -> dict[str, Callable[[str], str]]:
    """File of the build → what changes it."""
    tasks: dict[str, Callable[[str], str]] = {}
    BundleSharedScripts().pre_compile(add_modify_task=tasks.__setitem__)
    return tasks


def test_shared_modules_are_a_group_of_their_own(changes: dict[str, Callable[[str], str]]):
    changed = changes[VITE]('codeSplitting: { groups: [{ test: /env.json/, name: "env" }] }')
    assert " ".join(changed.split()) == (
        'codeSplitting: { groups: [ { name: "shared", minShareCount: 8 },{ test: /env.json/, name: "env" }] }'
    )
    assert changes[VITE](changed) == changed


def test_no_script_keeps_long_names_because_of_a_direct_eval(changes: dict[str, Callable[[str], str]]):
    assert changes[STATE]("await eval(`a`); b ? eval(c) : evaluate(d);") == (
        "await globalThis.eval(`a`); b ? globalThis.eval(c) : evaluate(d);"
    )
    changed = changes[STATE]("eval(a)")
    assert changes[STATE](changed) == changed == "globalThis.eval(a)"


@pytest.mark.parametrize("configuration", ["output: {}", "groups: [], groups: []"])
def test_an_unknown_configuration_stops_the_build(
    changes: dict[str, Callable[[str], str]], configuration: str
):
    with pytest.raises(ValueError, match="would stay in many scripts"):
        changes[VITE](configuration)


def test_a_change_that_is_not_needed_any_more_stops_the_build(changes: dict[str, Callable[[str], str]]):
    with pytest.raises(ValueError, match="can be shortened without this rewriting"):
        changes[STATE]("evaluate(a)")
