"""What stands where a certificate has the name of its holder."""

import httpx
import pytest

from tests.answering import pass_exam
from tests.factories import Account
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.schemas.certificates import Verification
from webdev_certs.ui.states.certificates.files import FileState
from webdev_certs.ui.states.certificates.preview import preview_title

__all__ = ["settings"]


@pytest.fixture
async def number(api: httpx.AsyncClient, account: Account) -> str:
    return (await pass_exam(api, account))["certificate_number"]


async def titled(api: httpx.AsyncClient, number: str) -> str:
    """Return the title of a link to a certificate."""
    return preview_title(Verification.model_validate((await api.get(f"/api/verify/{number}")).json()))


async def test_a_shown_name_stands_itself(api: httpx.AsyncClient, number: str):
    assert await titled(api, number) == "Ada Lovelace: Certified React Developer"


async def test_a_name_can_be_withheld(api: httpx.AsyncClient, account: Account, number: str):
    await api.patch(f"/api/certificates/{number}", json={"name_public": False}, headers=account.headers)
    assert await titled(api, number) == "Holder’s name withheld: Certified React Developer"


async def test_whoever_deleted_the_account_is_a_former_user(
    tab: Tab, api: httpx.AsyncClient, account: Account, number: str
):
    file = await api.get(f"/api/certificates/{number}/credential", headers=account.headers)
    form = {"password": account.password, "certificates": "keep_anonymous"}
    gone = await api.request("DELETE", "/api/profile", json=form, headers=account.headers)
    assert gone.is_success
    assert await titled(api, number) == "Former user: Certified React Developer"
    await tab.fire(FileState.start, "file.json")
    answer = await api.post("/api/verify/file", content=file.content)
    await tab.fire(FileState.finish, answer.status_code, answer.text)
    assert tab.state(FileState).holder == "Former user"
