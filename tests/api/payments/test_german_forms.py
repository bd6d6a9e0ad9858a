"""The forms that need no sign-in: who has them, and that programs get nothing from them."""

from dataclasses import replace

import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import stored
from tests.api.payments.german import form, settings
from tests.api.payments.shop import Shop, assert_refused, mail_subjects
from webdev_certs.server.models import Cancellation, StoredDeclaration
from webdev_certs.settings.operator import OperatorSettings

pytestmark = [pytest.mark.one_database, pytest.mark.parametrize("name", ["cancellations", "withdrawals"])]
__all__ = ["settings"]


async def test_what_programs_send_is_dropped(shop: Shop, name: str):
    sent = form(shop.account, website="https://spam.example")
    assert (await shop.api.post(f"/api/payments/{name}", json=sent)).status_code == 202
    assert await stored(shop.resources, StoredDeclaration) == await stored(shop.resources, Cancellation) == []
    assert await mail_subjects(shop) == []


async def test_sites_of_other_countries_have_no_such_form(shop: Shop, api_app: FastAPI, name: str):
    settings = shop.resources.settings.model_copy(update={"operator": OperatorSettings(country="France")})
    api_app.state.resources = replace(shop.resources, settings=settings)
    refused = await shop.api.post(f"/api/payments/{name}", json=form(shop.account))
    assert_refused(refused, 404, "form_unavailable")
