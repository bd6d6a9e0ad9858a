"""The command line."""

import subprocess
import sys

from click.testing import CliRunner

from webdev_certs.cli.main import cli
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey


def test_a_generated_key_is_a_signing_key():
    result = CliRunner().invoke(cli, ["keys", "generate"])
    assert result.exit_code == 0
    assert SigningKey.from_pem(result.stdout).kid


def test_a_generated_credential_key_is_a_pair():
    result = CliRunner().invoke(cli, ["keys", "generate", "--credentials"])
    assert result.exit_code == 0
    assert CredentialKey.from_pem(result.stdout).pem() == result.stdout


def test_an_unknown_area_is_an_error():
    assert CliRunner().invoke(cli, ["nothing"]).exit_code == 2


def test_it_runs_as_a_module_and_lists_the_areas():
    command = [sys.executable, "-m", "webdev_certs.cli.main", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for area in ("access", "certificates", "items", "keys", "users"):
        assert area in shown
