"""How settings are read: from the environment, a dotenv file, and once."""

import inspect
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.unit.settings.surroundings import KEY
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.settings import Settings


@pytest.mark.parametrize(
    ("written", "dirs"),
    [("", []), ("/a", ["/a"]), ("/a:/b c", ["/a", "/b c"]), (":/a::", ["/a"]), ("own/bank", ["own/bank"])],
)
def test_question_bank_dirs(read, written: str, dirs: list[str]):
    assert read(QUESTION_BANK_DIRS=written).question_bank_dirs == list(map(Path, dirs))


def test_a_list_of_dirs_is_taken_as_it_is():
    assert Settings(question_bank_dirs=[Path("/a:b")]).question_bank_dirs == [Path("/a:b")]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PASSWORD_HASHERS", "0"),
        ("RETAKE_DAYS", "1.5"),
        ("SMTP_PORT", "0"),
        ("SMTP_SECURITY", "ssl"),
    ],
)
def test_malformed_values_are_named(read, name: str, value: str):
    with pytest.raises(ValidationError, match=name.lower()):
        read(**{name: value})


def test_a_dotenv_file_is_read_and_the_environment_wins(read, tmp_path: Path):
    one_line = KEY.replace("\n", "\\n")
    (tmp_path / ".env").write_text(
        inspect.cleandoc(
            f"""
            PORT=9000
            RETAKE_DAYS=7
            QUESTION_BANK_DIRS=/a:/b
            SIGNING_KEY="{one_line}"
            UNKNOWN=is not ours
            PUBLIC_URL=
            """
        )
    )
    settings = read(PORT="9001")
    assert (settings.port, settings.retake_days) == (9001, (7,))
    assert settings.question_bank_dirs == [Path("/a"), Path("/b")]
    assert settings.signing_key is not None
    assert SigningKey.from_pem(settings.signing_key.get_secret_value()).pem() == KEY
    assert settings.public_url == ""


def test_empty_variables_are_not_set(read):
    """As in a `.env` copied from an example."""
    settings = read(SIGNING_KEY="", PORT="", DATA_DIR="", DATABASE_URL="", ENVIRONMENT="")
    assert settings.signing_key is None
    assert (settings.port, settings.data_dir, settings.environment) == (8000, Path("data"), "development")


def test_settings_cannot_be_changed(read):
    settings = read()
    with pytest.raises(ValidationError):
        settings.port = 1
