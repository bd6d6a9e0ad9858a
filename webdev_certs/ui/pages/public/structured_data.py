"""What public pages say about themselves to search engines, in the words of https://schema.org."""

from collections.abc import Sequence
from typing import Any

from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import MINUTES
from webdev_certs.shared.translation import current_language, language_prefix
from webdev_certs.ui.pages.offers import Offer
from webdev_certs.ui.pages.page_texts import page_text, titled_texts
from webdev_certs.ui.pages.public.certification import certification_text

Node = dict[str, Any]
_ORIGIN = get_settings().origin
_PAGES = _ORIGIN + language_prefix()
"""The URL of the home page in the language of this build, without the slash."""
_ORGANIZATION = f"{_ORIGIN}/#organization"


def of_home() -> Node:
    """Return the home page's structured data: the organization, the site, and its questions and answers."""
    operator = get_settings().operator
    return _graph(
        {
            "@type": "Organization",
            "@id": _ORGANIZATION,
            "name": "WebDev Certs",
            "url": f"{_ORIGIN}/",
            "logo": f"{_ORIGIN}/favicon.svg",
            **({"legalName": operator.name} if operator.name else {}),
            **({"email": operator.email} if operator.email else {}),
        },
        {
            "@type": "WebSite",
            "name": "WebDev Certs",
            "url": f"{_PAGES}/",
            "inLanguage": current_language(),
            "publisher": {"@id": _ORGANIZATION},
        },
        _faq(titled_texts(page_text("home").section("questions"))),
    )


def of_certification(offer: Offer) -> Node:
    """Return the structured data of a certification's page."""
    url = f"{_PAGES}{offer.path}"
    return _graph(
        {
            "@type": "EducationalOccupationalCredential",
            "@id": f"{url}#credential",
            "name": offer.title,
            "description": offer.summary,
            "url": url,
            "inLanguage": current_language(),
            "credentialCategory": "Certificate",
            "about": {"@type": "Thing", "name": offer.name},
            "competencyRequired": [
                {"@type": "DefinedTerm", "name": topic.title, "inDefinedTermSet": offer.title}
                for topic in offer.topics
            ],
            "validFor": f"P{get_settings().certificate_years}Y",
            "timeRequired": f"PT{MINUTES}M",
            "isAccessibleForFree": True,
            "offers": {
                "@type": "Offer",
                "category": "Free",
                "price": 0,
                "priceCurrency": "EUR",
                "url": url,
            },
            "publisher": {
                "@type": "Organization",
                "@id": _ORGANIZATION,
                "name": "WebDev Certs",
                "url": f"{_ORIGIN}/",
            },
        },
        {
            "@type": "BreadcrumbList",
            "itemListElement": [
                {"@type": "ListItem", "position": 1, "name": "WebDev Certs", "item": f"{_PAGES}/"},
                {"@type": "ListItem", "position": 2, "name": offer.title, "item": url},
            ],
        },
        _faq(titled_texts(certification_text(offer).section("questions"))),
    )


def _faq(entries: Sequence[tuple[str, str]]) -> Node:
    return {
        "@type": "FAQPage",
        "mainEntity": [
            {"@type": "Question", "name": question, "acceptedAnswer": {"@type": "Answer", "text": answer}}
            for question, answer in entries
        ],
    }


def _graph(*nodes: Node) -> Node:
    return {"@context": "https://schema.org", "@graph": list(nodes)}
