"""Instances of a draft are made in a process that knows no secrets."""

import subprocess

import pytest

from tests.author import selection_model
from webdev_certs.authoring.drafting import trial

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
