"""Read QTI 3.0: a content package, or the file of a single item."""

import io
import zipfile
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from webdev_certs.authoring.exchange.losses import Imported, Loss, Tree, Unreadable
from webdev_certs.authoring.exchange.markup import fields_of, put_together
from webdev_certs.authoring.exchange.qti_items import q

CP = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
LOM = "http://ltsc.ieee.org/xsd/LOM"
LARGEST = 20_000_000
"""Bytes of a package's file when unpacked."""
_INTERACTIONS = {
    "single_choice": "qti-choice-interaction",
    "order_lines": "qti-order-interaction",
    "match_pairs": "qti-match-interaction",
    "fill_in": "qti-text-entry-interaction",
}


def load(data: bytes) -> Imported:
    """Read a package or an item.

    Raises:
        Unreadable: It is neither, or a file of it cannot be read.
    """
    imported = Imported()
    for root, tags in _items(data):
        name = root.get("identifier", "")
        try:
            tree = _tree(root)
        except _NoSuchKind as reason:
            imported.losses.append(Loss(name, "", f"left out: {reason}"))
            continue
        imported.trees.append(put_together({"id": name, **tree}, fields_of(tags)))
    return imported


class _NoSuchKind(Exception):
    pass


def _items(data: bytes) -> list[tuple[Element, list[str]]]:
    """Return the items, each with its keywords."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        root = _parse(data)
        if root.tag != q("qti-assessment-item"):
            raise Unreadable(f"is not an item of QTI 3.0, but {root.tag!r}")
        return [(root, [])]
    found = []
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        manifest = _parse(_member(package, "imsmanifest.xml"))
        for resource in manifest.iter(f"{{{CP}}}resource"):
            if resource.get("type", "").startswith("imsqti_item"):
                tags = [each.text or "" for each in resource.iter(f"{{{LOM}}}string")]
                found.append((_parse(_member(package, resource.get("href", ""))), tags))
    return found


def _member(package: zipfile.ZipFile, name: str) -> bytes:
    try:
        if package.getinfo(name).file_size > LARGEST:
            raise Unreadable(f"{name} is too large")
        return package.read(name)
    except (KeyError, zipfile.BadZipFile):
        raise Unreadable(f"the package has no readable file {name}") from None


def _parse(data: bytes) -> Element:
    try:
        return fromstring(data)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise Unreadable(f"is not XML that can be read: {error}") from None


def _tree(root: Element) -> Tree:
    body, declaration = root.find(q("qti-item-body")), root.find(q("qti-response-declaration"))
    if body is None or declaration is None:
        raise _NoSuchKind("it asks for no response")
    kinds = [kind for kind, name in _INTERACTIONS.items() if body.find(f".//{q(name)}") is not None]
    if len(kinds) != 1:
        raise _NoSuchKind("it has no interaction that the bank has, or several")
    interaction = body.find(f".//{q(_INTERACTIONS[kinds[0]])}")
    assert interaction is not None
    values = [
        each.text or "" for each in declaration.iterfind(f"{q('qti-correct-response')}/{q('qti-value')}")
    ]
    feedback = {
        each.get("identifier", ""): _read_text(each).strip() for each in root.iter(q("qti-modal-feedback"))
    }
    tree = _stem(body)
    if kinds[0] == "fill_in":
        tree |= _fill_in(root, declaration, values)
    elif kinds[0] == "match_pairs":
        tree |= _pairs(interaction, values, feedback)
    else:
        options = _options(interaction.iter(q("qti-simple-choice")), feedback)
        tree |= {"format": _kind(kinds[0], declaration, options), "options": options, "key": values}
    return tree | ({"explanation": feedback["general"]} if feedback.get("general") else {})


def _kind(kind: str, declaration: Element, options: list[Tree]) -> str:
    if kind == "order_lines":
        return kind
    if {option["id"] for option in options} == {"true", "false"}:
        return "true_false"
    return "multiple_choice" if declaration.get("cardinality") == "multiple" else "single_choice"


def _stem(body: Element) -> Tree:
    tree: Tree = {}
    paragraphs = []
    for element in body:
        pre = element.find(q("code"))
        if element.tag == q("pre"):
            language = (pre.get("class", "") if pre is not None else "").removeprefix("language-") or "text"
            tree["code"] = {"language": language, "text": "".join(element.itertext())}
        elif (
            element.tag in (q("p"), q("div"))
            and element.find(f".//{q('qti-text-entry-interaction')}") is None
        ):
            paragraphs.append(_read_text(element))
        elif (prompt := element.find(q("qti-prompt"))) is not None:
            paragraphs.append(_read_text(prompt))
    return {"stem": "\n\n".join(paragraphs).strip(), **tree}


def _options(choices, feedback: dict[str, str]) -> list[Tree]:
    options = []
    for each in choices:
        id_ = each.get("identifier", "")
        explanation = {"explanation": feedback[id_]} if feedback.get(id_) else {}
        options.append({"id": id_, "text": _read_text(each).strip(), **explanation})
    return options


def _pairs(interaction: Element, values: list[str], feedback: dict[str, str]) -> Tree:
    prompts, matches = interaction.findall(q("qti-simple-match-set"))
    choice = q("qti-simple-associable-choice")
    return {
        "format": "match_pairs",
        "options": _options(prompts.iter(choice), feedback),
        "matches": _options(matches.iter(choice), {}),
        "key": {prompt: match for prompt, _, match in (value.partition(" ") for value in values)},
    }


def _fill_in(root: Element, declaration: Element, values: list[str]) -> Tree:
    if declaration.get("base-type") in ("float", "integer"):
        tree: Tree = {"format": "fill_in", "number": float(values[0])}
        equal = root.find(f".//{q('qti-equal')}")
        tolerance = float(equal.get("tolerance", "0").split()[0]) if equal is not None else 0.0
        return {**tree, "tolerance": tolerance} if tolerance else tree
    entries = list(declaration.iter(q("qti-map-entry")))
    accepted = [each.get("map-key", "") for each in entries if float(each.get("mapped-value", "0")) > 0]
    tree = {"format": "fill_in", "accept": accepted or values}
    sensitive = any(each.get("case-sensitive") == "true" for each in entries)
    return {**tree, "case_sensitive": True} if sensitive else tree


def _read_text(element: Element) -> str:
    """Return the text of an element, with code in backticks."""
    text = element.text or ""
    for child in element:
        inside = _read_text(child)
        text += f"`{inside}`" if child.tag == q("code") else inside
        text += child.tail or ""
    return text
