"""A draft is made and run in a process that knows no secrets, or not at all."""

import subprocess
from pathlib import Path

import pytest

from tests.author import selection_model
from webdev_certs.authoring.drafting import trial
from webdev_certs.authoring.execution.jail import Jail
from webdev_certs.authoring.execution.programs import MissingRuntime

pytestmark = pytest.mark.one_database


def test_the_process_of_a_draft_gets_no_secret(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LLM_API_KEY", "sk-never-to-be-seen")
    given: list[dict[str, str]] = []
    run = subprocess.run

    def watched(*arguments, **options):
        given.append(options["env"])
        return run(*arguments, **options)

    monkeypatch.setattr(subprocess, "run", watched)
    assert trial.make_trial(selection_model()) == ""
    assert "sk-never-to-be-seen" not in given[0].values()
    assert set(given[0]) == {"PATH", "LANG", "PYTHONPATH"}


def test_without_bubblewrap_nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingRuntime, match="bubblewrap is not installed"):
        Jail()
