"""Files to verify that are too large, and too many at once."""

import asyncio

import httpx
import pytest

from tests.api.accounts.test_auth import problem
from tests.api.certificates.holding import number
from tests.api.certificates.test_files import settings, upload
from tests.api.certificates.uploading import pdf
from webdev_certs.schemas.certificates import MAX_FILE_BYTES

__all__ = ["number", "settings"]


@pytest.mark.one_database
async def test_larger_files_are_refused_before_they_are_read(api: httpx.AsyncClient):
    sent = 0

    async def parts():
        nonlocal sent
        while sent < 50 * 1024 * 1024:
            sent += 64 * 1024
            yield b"x" * 64 * 1024

    headers = {"Content-Length": str(50 * 1024 * 1024)}
    response = await api.post("/api/verify/file", content=parts(), headers=headers)
    problem(response, 413, "body_too_large")
    assert sent == 0 or sent <= 64 * 1024
    sent = 0
    problem(await api.post("/api/verify/file", content=parts()), 413, "body_too_large")
    assert sent <= MAX_FILE_BYTES + 128 * 1024


@pytest.mark.one_database
async def test_too_many_files_at_once_are_refused_and_others_are_served(api: httpx.AsyncClient, number: str):
    uploads = [asyncio.create_task(upload(api, pdf(b"x" * place))) for place in range(30)]
    lookup = await api.get(f"/api/verify/{number}")
    assert lookup.json()["status"] == "valid"
    codes = [(await task).json()["code"] for task in uploads]
    assert set(codes) == {"file_empty", "busy"}
    assert codes.count("file_empty") >= 13
