"""The e2e tests never use a developer's own keys."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.e2e.product import Product

OWN = {
    "STRIPE_SECRET_KEY": "sk_test_developer",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_developer",
    "SUPABASE_URL": "https://developer.supabase.co",
    "SUPABASE_ANON_KEY": "sb_publishable_developer",
    "SMTP_HOST": "mail.developer.example",
    "LIMITS__LOGIN__IP": "1/hour",
}
_PRINTS = """
import json
from webdev_certs.settings import get_settings
settings = get_settings()
print(json.dumps([settings.takes_payments, settings.supabase_url, settings.smtp_host, settings.port]))
"""


def settings_of(product: Product, folder: Path) -> list[object]:
    """Return the settings of a process of the product that starts in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", _PRINTS],
        cwd=folder,
        env=product.environment | {"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def test_keys_in_the_shell_or_in_env_are_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / ".env").write_text("\n".join(f"{name}={value}" for name, value in OWN.items()))
    for name, value in OWN.items():
        monkeypatch.setenv(name, value)
    product = Product(8123, tmp_path, "")
    assert settings_of(product, tmp_path) == [False, "", "", 8123]
