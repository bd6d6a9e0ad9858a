"""The command line."""

import pytest

from tests.unit.cli.operated import call
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.credential_keys import CredentialKey


@pytest.mark.parametrize(("options", "kind"), [([], SigningKey), (["--credentials"], CredentialKey)])
def test_a_generated_key_can_be_used(options: list[str], kind: type[SigningKey | CredentialKey]):
    result = call("keys", "generate", *options)
    assert result.exit_code == 0
    assert kind.from_pem(result.stdout).pem() == result.stdout
