"""Secrets from files: `NAME_FILE` names a file with the value of `NAME`, for every secret setting."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsError


class SecretFromFile(SecretStr):
    """A secret whose file is read again at each use, so that it can change while the process runs."""

    def __init__(self, path: Path) -> None:
        """Read the file.

        Args:
            path: A file in UTF-8. Line breaks at its end are not part of the secret.

        Raises:
            OSError: The file cannot be read.
            ValueError: It is empty or not in UTF-8.
        """
        super().__init__(_read(path))
        self._path = path
        self._last = super().get_secret_value()

    def get_secret_value(self) -> str:
        """Return what is in the file now; while it is being replaced and cannot be read, what was in it."""
        with suppress(OSError, ValueError):
            self._last = _read(self._path)
        return self._last


class SecretsFromFiles(PydanticBaseSettingsSource):
    """Reads the files that variables `NAME_FILE` name. Secrets are the settings of the type `SecretStr`."""

    def __init__(self, settings_class: type[BaseSettings], variables: Mapping[str, str | None]) -> None:
        """Choose where the names of files come from.

        Args:
            settings_class: The settings.
            variables: Names in lower case → values, of the environment and the dotenv file together.
        """
        super().__init__(settings_class)
        self._variables = variables

    def __call__(self) -> dict[str, Any]:
        """Return the secrets that are in files, by the names of their fields.

        Raises:
            SettingsError: A file cannot be read, or a secret is set in both ways; names the variable.
        """
        # Building the pages needs no secret, so the machine that does it need not have the files.
        if self.current_state.get("building_pages") == "true":
            return {}
        names = [
            name for name, field in self.settings_cls.model_fields.items() if _is_secret(field.annotation)
        ]
        return {
            name: self._secret(name, path) for name in names if (path := self._variables.get(f"{name}_file"))
        }

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Required by the base class, and not used: `__call__` reads all fields."""
        raise NotImplementedError

    def _secret(self, name: str, path: str) -> SecretFromFile:
        setting = name.upper()
        if self._variables.get(name):
            raise SettingsError(f"{setting} and {setting}_FILE are both set: remove one of them")
        try:
            return SecretFromFile(Path(path))
        except OSError as error:
            raise SettingsError(f"{setting}_FILE: {path}: {error.strerror}") from None
        except ValueError as error:
            raise SettingsError(f"{setting}_FILE: {path}: {error}") from None


def _read(path: Path) -> str:
    try:
        text = path.read_text("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        # Its own message quotes what is in the file.
        raise ValueError("not a text in UTF-8") from None
    if not text:
        raise ValueError("the file is empty")
    return text


def _is_secret(annotation: Any) -> bool:
    return annotation is SecretStr or any(map(_is_secret, get_args(annotation)))
