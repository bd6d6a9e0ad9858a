"""How a resource declares its operations."""

from collections.abc import Callable
from dataclasses import dataclass

from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.parameters import Parameters


@dataclass(frozen=True)
class Operation:
    """One HTTP method of one path.

    `run` takes the account, the parameters and, as keywords, the path's parameters; it returns an object.
    """

    method: str
    path: str
    parameters: type[Parameters]
    run: Callable[..., Json]
