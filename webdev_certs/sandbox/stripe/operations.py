"""How a resource says what can be done with it."""

from collections.abc import Callable
from dataclasses import dataclass

from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.parameters import Parameters


@dataclass(frozen=True)
class Operation:
    """One method of one path.

    `run` takes the account, the parameters and, by name, what the path holds; it answers with an object.
    """

    method: str
    path: str
    parameters: type[Parameters]
    run: Callable[..., Json]
