"""Settings of the language model; without `LLM_BASE_URL` there is none."""

from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings

from webdev_certs.settings.networks import is_private


class LanguageModelSettings(BaseSettings):
    """An endpoint that speaks OpenAI's protocol, and what may be spent on it."""

    llm_base_url: str = Field(default="", pattern=r"^(https?://[^\s@]+)?$")
    """Where the protocol begins, e.g. `https://llm.example/v1`; empty for no language model."""
    llm_api_key: SecretStr = SecretStr("")
    """The key for it; empty if the endpoint asks for none."""
    llm_plain_http: bool = False
    """Whether the key may go unencrypted to an endpoint on another network."""
    llm_model: str = Field(default="", max_length=200)
    """The model's name at the endpoint."""
    llm_limit_parameter: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """How the endpoint calls the most tokens of an answer."""
    llm_first_token_seconds: float = Field(default=20, gt=0)
    """How long an answer may take to begin, including repeated calls."""
    llm_total_seconds: float = Field(default=90, gt=0)
    """How long an answer may take in all."""
    llm_person_tokens: int = Field(default=60_000, ge=0)
    """The most tokens that one person uses in a day (UTC)."""
    llm_day_tokens: int = Field(default=5_000_000, ge=0)
    """The most tokens that everybody together uses in a day (UTC)."""
    llm_input_price: float = Field(default=0, ge=0)
    """What a million tokens of prompts cost, in the currency of the operator, for `/metrics`."""
    llm_output_price: float = Field(default=0, ge=0)
    """What a million tokens of answers cost."""

    @model_validator(mode="after")
    def _language_model_is_complete(self) -> Self:
        if bool(self.llm_base_url) != bool(self.llm_model):
            raise ValueError("LLM_BASE_URL and LLM_MODEL must be set together")
        return self

    @model_validator(mode="after")
    def _key_goes_encrypted(self) -> Self:
        is_plain = self.llm_base_url.startswith("http://") and not self.llm_plain_http
        if is_plain and self.llm_api_key.get_secret_value() and not is_private(self.llm_base_url):
            raise ValueError(
                "LLM_BASE_URL begins with http://, so LLM_API_KEY would be sent unencrypted: use https://, "
                "or set LLM_PLAIN_HTTP=true if the way to the endpoint is protected otherwise"
            )
        return self
