"""Badges: pictures that contain the signed credential, which other software can find."""

import json
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from urllib.parse import urlsplit

import httpx
import pytest
from openbadgeslib.ob3 import OB3Verifier
from PIL import Image

from tests.answering import pass_exam
from tests.api.accounts.test_auth import problem
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Certificate

TRICKY = 'Ada ]]></openbadges:credential><script>"&Ω'
EXTRACT = {"svg": OB3Verifier.extract_token_from_svg, "png": OB3Verifier.extract_token_from_png}
TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@pytest.fixture
async def path(account: Account, resources: Resources) -> str:
    """Return the path of a certificate whose texts are hard to quote."""
    number = (await pass_exam(account))["certificate_number"]
    async with resources.database.transaction() as db:
        certificate = await db.get_one(Certificate, number)
        certificate.holder_name = TRICKY
        certificate.title = 'A < B & "C" with a title that is too long for one line of this picture\'s size'
    return f"/api/certificates/{number}"


@pytest.mark.parametrize("form", ["svg", "png"])
@pytest.mark.one_database
async def test_others_find_the_credential_in_it(
    api: httpx.AsyncClient, account: Account, path: str, form: str
):
    response = await account.get(f"{path}/badge.{form}")
    assert response.headers["content-type"] == TYPES[form]
    assert response.headers["content-disposition"].endswith(f'.{form}"')
    credential = await account.get(f"{path}/credential")
    inside = EXTRACT[form](response.content)
    assert json.loads(inside) == credential.json()
    assert TRICKY in [i["identityHash"] for i in json.loads(inside)["credentialSubject"]["identifier"]]
    assert (await api.post("/api/verify", content=inside)).json()["status"] == "valid"
    if form == "png":
        drawn = Image.open(BytesIO(response.content)).convert("RGB")
        assert (drawn.size, len(drawn.getcolors(1 << 16) or ()) > 10) == ((640, 640), True)


@pytest.mark.one_database
async def test_each_title_has_a_picture_of_its_own(api: httpx.AsyncClient, account: Account, path: str):
    credential = await account.read(f"{path}/credential")
    image = credential["credentialSubject"]["achievement"]["image"]
    picture = urlsplit(image["id"]).path
    response = await api.get(picture)
    assert (response.status_code, response.headers["content-type"]) == (200, "image/png")
    assert response.headers["cache-control"] == "public, max-age=86400"
    assert Image.open(BytesIO(response.content)).size == (640, 640)
    assert b"openbadgecredential" not in response.content
    assert (await api.head(picture)).status_code == 200
    assert (await api.get(picture.replace("react", "java"))).content != response.content
    problem(await api.get(picture.replace("react", "cobol")), 404, "unknown_technology")


@pytest.mark.one_database
async def test_the_svg_is_one_picture_without_scripts(account: Account, path: str):
    content = (await account.get(f"{path}/badge.svg")).content
    root = ElementTree.fromstring(content)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names == {"svg", "title", "credential", "rect", "g", "path", "text"}
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert path.rpartition("/")[2] in texts
