"""A key for the language model goes encrypted, or over a network of the operator's own."""

from pathlib import Path

import pytest
from pydantic import ValidationError

MODEL = {"LLM_MODEL": "m", "LLM_API_KEY": "hunter2"}


def test_a_key_is_not_sent_unencrypted(read):
    with pytest.raises(ValidationError, match="LLM_API_KEY would be sent unencrypted") as refusal:
        read(**MODEL, LLM_BASE_URL="http://llm.example/v1")
    assert "hunter2" not in str(refusal.value)


def test_a_key_from_a_file_is_not_either(read, tmp_path: Path):
    (tmp_path / "key").write_text("hunter2\n")
    file = {"LLM_MODEL": "m", "LLM_API_KEY_FILE": str(tmp_path / "key")}
    with pytest.raises(ValidationError, match="LLM_API_KEY would be sent unencrypted"):
        read(**file, LLM_BASE_URL="http://llm.example/v1")


@pytest.mark.parametrize("url", ["https://llm.example/v1", "http://localhost:11434/v1", "http://10.0.0.7/v1"])
def test_it_is_sent_encrypted_or_over_a_private_network(read, url: str):
    assert read(**MODEL, LLM_BASE_URL=url).llm_base_url == url


def test_without_a_key_nothing_is_lost(read):
    assert read(LLM_MODEL="m", LLM_BASE_URL="http://llm.example/v1").llm_base_url


def test_who_protects_the_way_otherwise_says_so(read):
    assert read(**MODEL, LLM_BASE_URL="http://llm.example/v1", LLM_PLAIN_HTTP="true").llm_plain_http
