"""Wire models of the payments area."""

from webdev_certs.schemas.base import Response


class PaymentStatus(Response):
    has_paid: bool
