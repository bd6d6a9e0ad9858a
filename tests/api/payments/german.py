"""An operator in Germany, whose law asks for forms that need no sign-in."""

from webdev_certs.settings.operator import OperatorSettings

OPERATOR = "post@beispiel.example"
GERMAN = OperatorSettings(
    name="Beispiel GmbH", address="Musterstraße 1, 10115 Berlin", email=OPERATOR, country="DE"
)
