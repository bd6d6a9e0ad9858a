"""An operator in Germany, whose law asks for forms that need no sign-in."""

from dataclasses import replace

from fastapi import FastAPI

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.settings.operator import OperatorSettings

OPERATOR = "post@beispiel.example"
GERMAN = OperatorSettings(
    name="Beispiel GmbH", address="Musterstraße 1, 10115 Berlin", email=OPERATOR, country="DE"
)


def move_abroad(api: FastAPI) -> None:
    """Let the operator be in a country whose law asks for no such forms."""
    resources: Resources = api.state.resources
    settings = resources.settings.model_copy(update={"operator": OperatorSettings(country="France")})
    api.state.resources = replace(resources, settings=settings)
