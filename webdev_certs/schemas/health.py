"""Wire models of the health and readiness checks."""

from typing import Literal

from webdev_certs.schemas.base import Response


class Health(Response):
    status: Literal["ok"] = "ok"


class Ready(Response):
    status: Literal["ready"] = "ready"
