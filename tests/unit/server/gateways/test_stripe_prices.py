"""Price ids that the settings name."""

import pytest
from pydantic import SecretStr

from webdev_certs.server.gateways.stripe.payments import StripePayments


def test_a_price_for_a_product_that_is_not_sold_stops_the_start():
    with pytest.raises(ValueError, match="STRIPE_PRICES names liftime; sold are monthly, yearly, lifetime"):
        StripePayments(SecretStr("sk_test_x"), SecretStr(""), prices={"liftime": "price_1"})
