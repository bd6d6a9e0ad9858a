"""JSON-LD documents as canonical RDF, which is what signatures cover (RDFC-1.0). Nothing is ever fetched."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pyld import jsonld
from pyld.canon import URDNA2015

from webdev_certs.server.domain.open_badges import CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT

_FOLDER = Path(__file__).parent / "contexts"
_FILES = {CREDENTIALS_CONTEXT: "credentials-v2.json", OPEN_BADGES_CONTEXT: "open-badges-3.0.3.json"}
MOVING_CONTEXT = "https://purl.imsglobal.org/spec/ob/v3p0/context.json"
"""The address without a number has had several editions; here it is the newest, which fits the data model."""
_FOREIGN_FILES = {
    MOVING_CONTEXT: "open-badges-3.0.3.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json": "open-badges-3.0.1.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json": "open-badges-3.0.2.json",
    "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json": "open-badges-extensions.json",
    "https://w3id.org/security/data-integrity/v2": "data-integrity-v2.json",
}
_MAX_DEPTH = 24
_MAX_VALUES = 2000
"""The most objects, lists, texts and numbers in a document. The product's badges have about 100."""
_MAX_CONTEXTS = 16
"""The most contexts in a document. Each takes up to some hundredths of a second, repeated ones too."""
_BASE = "https://relative.invalid/"
"""Relative names are resolved against this base, so that they can be recognized and refused."""
_ABSOLUTE_IRI = re.compile(rf"(?!{re.escape(_BASE)})[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{{}}|^`\\]*\Z")
_MAX_ALIKE = 5
"""The most blank nodes that the algorithm cannot tell apart at first; its time grows with their factorial."""


class UnsafeDocument(Exception):
    """A document cannot be canonicalized, or its canonical form would leave something out."""


class UnknownContext(UnsafeDocument):
    """A document has a context that is not in this package."""


@lru_cache(maxsize=1)
def known_contexts() -> Mapping[str, Any]:
    """Return the contexts of the product's own documents by URL.

    No others: a document with other contexts could have the same canonical form, and so a valid signature.
    """
    return {url: json.loads((_FOLDER / file).read_text()) for url, file in _FILES.items()}


@lru_cache(maxsize=1)
def foreign_contexts() -> Mapping[str, Any]:
    """Return the contexts that documents of others may have, by URL."""
    others = {url: json.loads((_FOLDER / file).read_text()) for url, file in _FOREIGN_FILES.items()}
    return {**known_contexts(), **others}


class Canonicalizer:
    """Canonicalizes documents with known contexts only."""

    def __init__(self, contexts: Mapping[str, Any] | None = None) -> None:
        """Choose the contexts.

        Args:
            contexts: By URL; by default those of this package. Documents with any other are refused.
        """
        self._contexts = known_contexts() if contexts is None else contexts

    def canonicalize(self, document: Mapping[str, Any]) -> str:
        """Return the document as canonical N-Quads (W3C, RDF Dataset Canonicalization 1.0).

        Raises:
            UnsafeDocument: It is no JSON-LD, or has an unknown context, contexts of its own, a term that no
                context defines, a text or number that cannot be written, or too many values, contexts, or
                nodes that look alike.
        """
        _Form(self._contexts).check(document)
        try:
            options: Any = {"documentLoader": self._load, "base": _BASE}
            expanded = jsonld.expand(dict(document), options, on_property_dropped=_refuse_term)
            _check_iris(expanded)
            dataset = jsonld.to_rdf(expanded, options)
            canonical = str(_Bounded().main(dataset, {"format": "application/n-quads"}))
            # Half of a surrogate pair cannot be encoded, so it cannot be signed either.
            canonical.encode()
        except jsonld.JsonLdError as error:
            raise UnsafeDocument(f"not valid JSON-LD: {error.code or error.type}") from error
        except (OverflowError, ValueError) as error:
            raise UnsafeDocument("a text or number that cannot be written") from error
        return canonical

    def _load(self, url: str, _options: object) -> dict[str, Any]:
        if url not in self._contexts:
            raise UnknownContext(f"unknown context: {url[:200]}")
        return {"contextUrl": None, "documentUrl": url, "document": self._contexts[url]}


class _Form:
    """Checks what a document consists of, before any time is spent on what it means."""

    def __init__(self, contexts: Mapping[str, Any]) -> None:
        self._known = contexts
        self._values = 0
        self._contexts = 0

    def check(self, value: object, depth: int = 0) -> None:
        """Check a value and all that is in it.

        Raises:
            UnsafeDocument: See `Canonicalizer.canonicalize`.
        """
        self._values += 1
        if depth > _MAX_DEPTH:
            raise UnsafeDocument("nested too deeply")
        if self._values > _MAX_VALUES:
            raise UnsafeDocument("too many values")
        if isinstance(value, Mapping):
            for key, inner in value.items():
                if key == "@context":
                    self._check_context(inner)
                elif key.startswith("@"):
                    # Some keywords add statements that a reader of the JSON would not expect.
                    raise UnsafeDocument(f"keyword: {key[:20]}")
                else:
                    self.check(inner, depth + 1)
        elif isinstance(value, list):
            for inner in value:
                self.check(inner, depth + 1)

    def _check_context(self, context: object) -> None:
        urls = context if isinstance(context, list) else [context]
        self._contexts += len(urls)
        if self._contexts > _MAX_CONTEXTS:
            raise UnsafeDocument("too many contexts")
        for place, url in enumerate(urls):
            if not isinstance(url, str):
                raise UnsafeDocument("a context inside the document")
            if url not in self._known:
                raise UnknownContext(f"unknown context: {url[:200]}")
            if url in urls[:place]:
                raise UnsafeDocument("a context twice in one list")


def _check_iris(expanded: object) -> None:
    """Refuse relative names of things: canonical RDF leaves them out, so no signature would cover them."""
    if isinstance(expanded, list):
        for inner in expanded:
            _check_iris(inner)
    elif isinstance(expanded, dict):
        names = [expanded["@id"]] if "@id" in expanded else []
        if "@value" not in expanded:
            names += expanded.get("@type", [])
            _check_iris([inner for key, inner in expanded.items() if key not in ("@id", "@type")])
        if not all(isinstance(name, str) and _ABSOLUTE_IRI.match(name) for name in names):
            raise UnsafeDocument("a name that is not a full IRI")


def _refuse_term(term: object) -> None:
    # The signature would not cover it.
    raise UnsafeDocument(f"undefined term: {str(term)[:80]}")


class _Bounded(URDNA2015):
    """The algorithm with a limit, because some small documents would keep it busy for years."""

    def hash_n_degree_quads(self, id_: str, issuer: Any) -> Any:
        if sum(len(alike) for alike in self.hash_to_blank_nodes.values()) > _MAX_ALIKE:
            raise UnsafeDocument("too many nodes look alike")
        return super().hash_n_degree_quads(id_, issuer)
