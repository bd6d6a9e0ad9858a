"""Who runs the site, and which pages the law of their country asks for."""

from typing import Annotated

from babel import Locale
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from webdev_certs.settings.types import Email, SecureUrl

_NAMED_IN = ("en", "de")
_GERMANY = "DE"


def _country(value: str) -> str:
    """Return the ISO 3166-1 code of a country; what is no country, such as England, stays as it is."""
    name = value.strip()
    for language in _NAMED_IN:
        territories = Locale.parse(language).territories
        if len(name) == 2 and name.upper() in territories:
            return name.upper()
        for code, known in territories.items():
            if len(code) == 2 and known.casefold() == name.casefold():
                return code
    return name


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
    country: Annotated[str, AfterValidator(_country)] = Field(default="", max_length=60)
    """The country whose law applies: its ISO 3166-1 code, or what was written if it has none."""
    phone: str = Field(default="", max_length=40)
    represented_by: str = Field(default="", max_length=200)
    """Who represents a company, e.g. its managing directors."""
    register_entry: str = Field(default="", max_length=200)
    """The register and the number in it, e.g. `Amtsgericht Berlin, HRB 12345`."""
    vat_id: str = Field(default="", max_length=20)

    @property
    def needs_consumer_pages(self) -> bool:
        """Whether the law asks for an imprint, a withdrawal notice, and public forms to withdraw and cancel.

        In Germany: § 5 DDG, § 312g, § 356a and § 312k BGB.
        """
        return self.country == _GERMANY

    @property
    def has_consumer_pages(self) -> bool:
        """Whether these pages are there: the law asks for them, and what they must name is set."""
        return self.needs_consumer_pages and not self.missing

    @property
    def missing(self) -> list[str]:
        """The settings without which these pages would be incomplete."""
        if not self.needs_consumer_pages:
            return []
        required = {"name": self.name, "address": self.address, "email": self.email}
        return [f"OPERATOR__{name.upper()}" for name, value in required.items() if not value]
