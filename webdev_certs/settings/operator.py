"""The site operator's details, shown on public pages."""

from pydantic import BaseModel, ConfigDict, Field

from webdev_certs.settings.types import Email, SecureUrl


class OperatorSettings(BaseModel):
    """The operator's details; set one by e.g. `OPERATOR__NAME=Example Ltd`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(default="", max_length=100)
    """The person or company that is responsible for the site."""
    address: str = Field(default="", max_length=300)
    """The postal address in one line, its parts separated by commas."""
    email: Email = ""
    """Gets the messages of the contact form; without it the form is not offered in production."""
    source_url: SecureUrl = ""
    """The public repository of the software that the site runs; without it no page links to one."""
    country: str = Field(default="", max_length=60)
    """The country whose law applies to the terms."""
