"""The command line."""

import subprocess
import sys

import pytest

from tests.unit.cli.operated import call
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey


@pytest.mark.parametrize(("options", "kind"), [([], SigningKey), (["--credentials"], CredentialKey)])
def test_a_generated_key_can_be_used(options: list[str], kind: type[SigningKey | CredentialKey]):
    result = call("keys", "generate", *options)
    assert result.exit_code == 0
    assert kind.from_pem(result.stdout).pem() == result.stdout


def test_an_unknown_area_is_an_error():
    assert call("nothing").exit_code == 2


def test_it_runs_as_a_module_and_lists_the_areas():
    command = [sys.executable, "-m", "webdev_certs.cli.main", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for area in ("access", "certificates", "items", "keys", "users"):
        assert area in shown
