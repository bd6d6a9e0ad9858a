"""Requirements that are installed without their dependencies name the versions of `pyproject.toml`."""

import re
import tomllib

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.one_database
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]


@pytest.mark.parametrize("group", ["embeddings", "model-servers"])
def test_locked_versions_are_those_of_the_group(group: str):
    """`make check` compiles the other files anew; these would get dependencies that are not wanted."""
    locked = re.findall(r"^([^\s#]+)", (ROOT / f"requirements-{group}.txt").read_text(), re.MULTILINE)
    assert sorted(locked) == sorted(GROUPS[group])
