"""The URL of the database, as operators write it and as SQLAlchemy needs it."""

import re
from pathlib import Path

_SSL_MODE = re.compile(r"([?&])sslmode=")


def async_url(url: str, data_dir: Path) -> str:
    """Return a database URL with its asynchronous driver.

    Args:
        url: As operators write it; empty for a SQLite file in the data folder.
        data_dir: The data folder.
    """
    if not url:
        return f"sqlite+aiosqlite:///{data_dir / 'webdev-certs.db'}"
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            # asyncpg calls this parameter `ssl`, with the same values.
            return "postgresql+asyncpg://" + _SSL_MODE.sub(r"\1ssl=", url.removeprefix(prefix))
    return url
