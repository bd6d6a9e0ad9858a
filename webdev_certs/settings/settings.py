"""All settings, in one object.

Values come from environment variables, or from the file that `ENV_FILE` names (by default `./.env`); secrets
also from files of their own.
"""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    Field,
    SecretStr,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from webdev_certs.settings.consistency import check_keys, check_workers, is_test_key
from webdev_certs.settings.language_model import LanguageModelSettings
from webdev_certs.settings.limits import LimitSettings
from webdev_certs.settings.networks import Network, bracketed, is_loopback, parse_networks
from webdev_certs.settings.operator import OperatorSettings
from webdev_certs.settings.secrets_from_files import SecretFromFile, SecretsFromFiles
from webdev_certs.settings.types import (
    DatabaseUrl,
    Email,
    Folders,
    Networks,
    Origin,
    Origins,
    Recipients,
    RedisUrl,
    StripePrices,
    Waits,
    async_url,
)

DEV_PAGES_PORT = 3000
"""Where `make dev` serves the pages."""


class Settings(LanguageModelSettings):
    """The settings of one process; some are optional in development and required in production."""

    model_config = SettingsConfigDict(
        env_file=os.environ.get("ENV_FILE", ".env"),
        env_ignore_empty=True,
        env_nested_delimiter="__",
        nested_model_default_partial_update=True,
        extra="ignore",
        frozen=True,
        # Errors go to the log, and the input may hold keys or the database's password.
        hide_input_in_errors=True,
    )

    environment: Literal["development", "production"] = "development"
    sandbox: bool | None = None
    """Whether stand-ins replace providers that are not set up; by default on the developer's own machine."""
    sandbox_port: int = Field(default=8100, ge=1, le=65534)
    """Where `webdev-certs sandbox` serves; the next port receives mails."""
    host: str = "127.0.0.1"
    """IP address to listen on; `0.0.0.0` inside a container."""
    port: int = 8000
    workers: int = Field(default=1, ge=1)
    """How many equal processes `webdev-certs serve` starts, which share the port."""
    public_url: Origin = ""
    """The product's public origin, e.g. `https://certs.example`; certificates link here."""
    former_public_urls: Origins = Field(default_factory=list)
    """`PUBLIC_URL` before a change of the domain. Credentials with its name stay valid here."""
    api_url: Origin = ""
    """Base URL of a remote API; empty when both tiers share the process."""
    pages_language: Literal["en", "de"] = "en"
    """The language of the pages that are being built, for `make dev`; `webdev-certs build` builds all."""
    building_pages: bool = False
    """Whether the pages are being built, which needs no secret; `webdev-certs build` sets it."""
    shared_assets_dir: Path | None = None
    """A folder on a disk that all processes share, for scripts of other releases; empty for the releases
    that were built in this working directory."""
    data_dir: Path = Path("data")
    database_url: DatabaseUrl = SecretStr("")
    """SQLAlchemy or plain PostgreSQL URL; empty for SQLite in `data_dir`."""
    database_connections: int = Field(default=30, ge=2)
    """The most connections of this process to PostgreSQL, besides one for the process that runs the jobs."""
    database_processes: int = Field(default=1, ge=1)
    """How many processes share the PostgreSQL database at most, for the check of its limit of connections."""
    backup_recipients: Recipients = Field(default_factory=list)
    """Public keys of age that backups are encrypted for; the private keys need not be on this machine."""
    signing_key: SecretStr | None = None
    """PEM of an EC P-256 private key (ES256); empty in development for a key that is made in `data_dir`."""
    credential_key: SecretStr | None = None
    """PEM of an Ed25519 and an EC P-256 private key, which sign credentials; empty for numbered files in
    `data_dir`."""
    question_bank_dirs: Folders = Field(default_factory=list)
    item_seed: SecretStr | None = None
    """What instances of item models are made from; empty to derive it from the signing key."""

    supabase_url: Origin = ""
    """Origin of the Supabase project for social sign-in, e.g. `https://<ref>.supabase.co`."""
    supabase_anon_key: str = ""
    """The project's publishable (anon) key, which is not secret."""

    access_token_minutes: int = 15
    refresh_token_days: int = 30
    retake_days: Waits = (14, 30, 90)
    """How long a person waits after the first, second, third … start of a test in twelve months."""
    attempts_a_year: int = Field(default=4, ge=1)
    """How often a person may start a test in twelve months."""
    hold_attempts: bool = True
    """Whether passing attempts with unusual answers or events wait for an operator's decision
    (`domain.integrity`). Attempts that another account of the same person started too early always do."""
    certificate_years: int = 2
    password_hashers: int = Field(default=2, ge=1)
    """How many Argon2id hashes may run at once; each takes 64 MiB."""
    password_queue: int = Field(default=120, ge=0)
    """How many more may wait; further ones are refused."""

    limits: LimitSettings = LimitSettings()
    redis_url: RedisUrl | None = None
    """Where several processes count together, e.g. `redis://:password@host/0`; empty if each counts alone."""
    trusted_proxies: int = Field(default=0, ge=0)
    """Number of proxies that every request passes; that many entries of X-Forwarded-For are trusted."""
    max_connections: int = Field(default=10_000, ge=1)
    """The most connections at once; further ones wait. Each tab has one. Also the most states of tabs,
    including those closed within two minutes."""
    tabs_per_network: int = Field(default=400, ge=1)
    """How many tabs one IPv4 address or one IPv6 /48 may have, including those closed within two minutes."""
    ui_tiers: Networks = ""
    """IP addresses or networks, separated by commas, from which UI tiers on other machines call this API."""

    stripe_publishable_key: str = ""
    """Without keys, development uses the sandbox at `/sandbox/stripe`, and production takes no payments."""
    stripe_secret_key: SecretStr | None = None
    stripe_webhook_secret: SecretStr = SecretStr("")
    """Signs webhooks to `/api/payments/webhook`; without it all webhooks are refused."""
    stripe_test_mode: bool = False
    """Whether to accept test keys in production; anyone who knows a test card then gets access."""
    stripe_api_base: str = "https://api.stripe.com"
    stripe_script_url: str = "https://js.stripe.com/endive/stripe.js"
    """Where browsers load Stripe's script from; its name depends on the SDK's API version. Pages allow this
    origin, so a process that serves only pages needs the API's value."""
    stripe_prices: StripePrices = Field(default_factory=dict)
    """Product type → price id, as JSON; a missing product is found by its lookup key."""
    stripe_timeout_seconds: float = Field(default=5, gt=0)
    """For one try; a call is tried up to three times."""
    payment_grace_days: int = Field(default=7, ge=0)
    """How long a subscription gives access after a failed renewal."""

    smtp_host: str = ""
    """The mail server; empty in development for the sandbox at `/sandbox/mail`."""
    smtp_port: int = Field(default=587, ge=1, le=65535)
    smtp_security: Literal["none", "starttls", "tls"] = "starttls"
    """`tls` encrypts from the first byte (usually port 465); `starttls` never falls back to no encryption."""
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    mail_from: Email = ""
    """The email that mails come from; empty for `no-reply@` the product's own host."""
    unsubscribe_email: Email = ""
    """The email to which mails that ask to unsubscribe may be sent; empty if the link is the only way."""
    log_format: Literal["lines", "json"] = "lines"
    """How log lines are written: for people, or as one JSON object a line for a collector."""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """Where `/metrics` is served at HOST beside the product, with the ports after it for further workers."""
    metrics_token: SecretStr | None = Field(default=None, min_length=16)
    """The bearer token for `/metrics` on the product's port; without it nobody may read it there."""
    otel_exporter_otlp_endpoint: str = Field(default="", pattern=r"^(https?://\S+)?$")
    """The URL of a collector that gets traces as OTLP over HTTP; empty for no traces."""
    otel_traces_sampler_arg: float = Field(default=0.1, ge=0, le=1)
    """The share of traces that are sent."""
    sentry_dsn: SecretStr | None = None
    """Where errors are reported to, with the protocol of Sentry; None for no reports."""
    operator: OperatorSettings = OperatorSettings()
    """Who runs the site."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Add secrets from files to pydantic-settings' own sources."""
        assert isinstance(env_settings, EnvSettingsSource)
        assert isinstance(dotenv_settings, DotEnvSettingsSource)
        files = SecretsFromFiles(settings_cls, {**dotenv_settings.env_vars, **env_settings.env_vars})
        return init_settings, env_settings, dotenv_settings, files

    @field_validator("*", mode="wrap")
    @classmethod
    def _secrets_stay_in_their_files(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        if not isinstance(value, SecretFromFile):
            return handler(value)
        # Pydantic would copy the text, which would then never change.
        handler(value.get_secret_value())
        return value

    @model_validator(mode="after")
    def _production_is_complete(self) -> Self:
        if self.environment == "production":
            serves_api = not self.api_url and not self.building_pages
            if self.signing_key is None and serves_api:
                raise ValueError("SIGNING_KEY is required in production: `webdev-certs keys generate`")
            if not self.public_url.startswith("https://"):
                raise ValueError("PUBLIC_URL must be an https:// URL in production")
            if serves_api and not self.smtp_host:
                raise ValueError("SMTP_HOST is required in production: emails are confirmed by mail")
            if self.smtp_security == "none" and self.smtp_user:
                raise ValueError("SMTP_SECURITY must be starttls or tls if SMTP_USER is set")
        return self

    @model_validator(mode="after")
    def _sandboxes_are_intended(self) -> Self:
        if self.environment == "production":
            if self.sandbox:
                raise ValueError("SANDBOX is for development: in production anyone could sign in and pay")
        elif self.sandbox is None and not is_loopback(self.origin):
            raise ValueError(
                "PUBLIC_URL is not on this machine: set ENVIRONMENT=production, or SANDBOX=true for a trial "
                "in which anyone can sign in as anyone, read all mails and pay with test cards"
            )
        elif self.sandbox is None and not is_loopback(f"//{bracketed(self.host)}"):
            raise ValueError(
                "HOST lets other machines in: set ENVIRONMENT=production, or SANDBOX=true for a trial in "
                "which they can sign in as anyone, read all mails and pay with test cards, or SANDBOX=false"
            )
        return self

    @model_validator(mode="after")
    def _stripe_keys_go_together(self) -> Self:
        check_keys(
            self.stripe_publishable_key,
            self.stripe_secret_key.get_secret_value() if self.stripe_secret_key else "",
            self.stripe_webhook_secret.get_secret_value(),
            is_production=self.environment == "production",
            takes_test_cards=self.stripe_test_mode,
        )
        return self

    @model_validator(mode="after")
    def _supabase_is_complete(self) -> Self:
        if bool(self.supabase_url) != bool(self.supabase_anon_key) and not self.building_pages:
            raise ValueError("SUPABASE_URL and SUPABASE_ANON_KEY must be set together")
        if self.supabase_anon_key.startswith("sb_secret_"):
            raise ValueError("SUPABASE_ANON_KEY is the publishable key, never a secret one")
        if self.environment == "production" and self.supabase_url.startswith("http://"):
            raise ValueError("SUPABASE_URL must be an https:// URL in production")
        return self

    @model_validator(mode="after")
    def _workers_can_share(self) -> Self:
        if self.workers > 1 and not self.building_pages and not self.api_url:
            check_workers(
                database_url=self.database_url.get_secret_value(),
                has_redis=self.redis_url is not None,
                has_metrics_token=self.metrics_token is not None,
                has_sandboxes=self.has_sandboxes
                and not (self.smtp_host and self.stripe_secret_key and self.supabase_url),
            )
        return self

    @property
    def has_sandboxes(self) -> bool:
        """Whether stand-ins replace providers that are not set up; never in production."""
        return self.environment != "production" and self.sandbox is not False

    @property
    def supabase_sandbox(self) -> bool:
        """Whether the sandbox stands in for a Supabase project."""
        return self.has_sandboxes and not self.supabase_url

    @property
    def social_url(self) -> str:
        """The URL of the Supabase project or its sandbox; empty if social sign-in is not offered."""
        if self.supabase_sandbox:
            return f"{self.api_url or self.origin}/sandbox/supabase"
        return self.supabase_url

    @property
    def social_key(self) -> str:
        """The publishable key for `social_url`; the sandbox accepts any."""
        return self.supabase_anon_key or "sandbox"

    @property
    def origin(self) -> str:
        """The product's own origin, without a trailing slash."""
        return self.public_url or f"http://localhost:{self.port}"

    @property
    def former_origins(self) -> tuple[str, ...]:
        """The product's origins before, without the current one."""
        return tuple(origin for origin in self.former_public_urls if origin != self.origin)

    @property
    def mail_sender(self) -> str:
        """The email that mails come from."""
        return self.mail_from or f"no-reply@{urlsplit(self.origin).hostname}"

    @property
    def contact_email(self) -> str:
        """The email that gets the messages of the contact form; empty if the form is not offered."""
        return self.operator.email or (self.mail_sender if self.has_sandboxes else "")

    @property
    def allowed_origins(self) -> list[str]:
        """The origins whose pages may call the API and the websocket; by default all local names."""
        if self.public_url:
            return [self.public_url]
        ports = (self.port, DEV_PAGES_PORT)
        return [f"http://{name}:{port}" for name in ("localhost", "127.0.0.1") for port in ports]

    @property
    def takes_payments(self) -> bool:
        """Whether the keys of Stripe or its sandbox are set."""
        return self.stripe_secret_key is not None and bool(self.stripe_publishable_key)

    @property
    def has_test_payments(self) -> bool:
        """Whether no real money is charged: the keys are Stripe's test keys, or its sandbox stands in."""
        key = self.stripe_publishable_key
        return is_test_key(key) if key else self.has_sandboxes

    @property
    def ui_tier_networks(self) -> list[Network]:
        """`ui_tiers` as networks."""
        return parse_networks(self.ui_tiers)

    @property
    def database(self) -> str:
        """The async SQLAlchemy URL to connect to."""
        return async_url(self.database_url.get_secret_value(), self.data_dir)

    def in_pages(self) -> dict[str, str | int]:
        """Return the settings that the built pages contain: name → value. No other needs a new build."""
        return {
            # The URL of the WebSocket and of the link previews' image.
            "origin": self.origin,
            # Whether the pages that exist only in development are built.
            "environment": self.environment,
            # The keys of local storage for social sign-in, and whether its buttons are there.
            "social_url": self.social_url,
            "retake_days": ",".join(map(str, self.retake_days)),
            "attempts_a_year": self.attempts_a_year,
            "certificate_years": self.certificate_years,
            "payment_grace_days": self.payment_grace_days,
            **{f"operator_{name}": value for name, value in self.operator.model_dump().items()},
            "has_contact_form": bool(self.contact_email),
            # Whether there is room for the notice about them.
            "has_test_payments": self.has_test_payments,
        }


class InvalidSettings(SystemExit):
    """Ends the process with one line that names what is wrong, but no value."""

    def __init__(self, error: ValidationError | SettingsError) -> None:
        if isinstance(error, ValidationError):
            faults = error.errors(include_input=False, include_url=False)
            message = "; ".join(map(_explained, faults))
        else:
            message = str(error)
        super().__init__(f"Invalid settings: {message}")


@lru_cache
def get_settings() -> Settings:
    """Return the process's settings, read once.

    Raises:
        InvalidSettings: A value is malformed or, in production, missing.
    """
    try:
        return Settings()
    except (ValidationError, SettingsError) as error:
        raise InvalidSettings(error) from None


def _explained(fault: ErrorDetails) -> str:
    name = "__".join(str(part).upper() for part in fault["loc"])
    message = fault["msg"].removeprefix("Value error, ")
    return f"{name}: {message}" if name else message
