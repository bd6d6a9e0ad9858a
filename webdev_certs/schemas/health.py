"""Wire models of the health check."""

from typing import Literal

from webdev_certs.schemas.base import Response


class Health(Response):
    status: Literal["ok"] = "ok"
