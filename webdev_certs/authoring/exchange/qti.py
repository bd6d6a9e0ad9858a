"""QTI 3.0 (1EdTech, Question and Test Interoperability): a content package, a zip with one file an item."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from lzma import LZMAError
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from webdev_certs.authoring.exchange.losses import (
    NO_VALUE,
    Exported,
    Imported,
    Loss,
    Tree,
    Unreadable,
    lost_fields,
    without_unwritable,
)
from webdev_certs.authoring.exchange.markup import TAGGED, fields_of, put_together, tags_of
from webdev_certs.server.content.format import Item

NAMESPACE = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
CP = "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"
LOM = "http://ltsc.ieee.org/xsd/LOM"
SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_HELD = ("id", "explanations", "code", "accept", "number", "tolerance", "matches", "explanation", *TAGGED)
_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all files, so that equal items give an equal package."""
LARGEST = 20_000_000
"""Bytes of a package's file when unpacked."""
_INTERACTIONS = {
    "single_choice": "qti-choice-interaction",
    "order_lines": "qti-order-interaction",
    "match_pairs": "qti-match-interaction",
    "fill_in": "qti-text-entry-interaction",
}
_SPAN = re.compile(r"`([^`\n]+)`")


def dump(items: Iterable[Item]) -> Exported:
    """Write the items, and name what QTI cannot hold."""
    losses: list[Loss] = []
    files: dict[str, bytes] = {}
    manifest = Element(f"{{{CP}}}manifest", identifier="webdev-certs")
    metadata = ET.SubElement(manifest, f"{{{CP}}}metadata")
    ET.SubElement(metadata, f"{{{CP}}}schema").text = "QTI Package"
    ET.SubElement(metadata, f"{{{CP}}}schemaversion").text = "3.0.0"
    ET.SubElement(manifest, f"{{{CP}}}organizations")
    resources = ET.SubElement(manifest, f"{{{CP}}}resources")
    for each in items:
        item, replaced = without_unwritable(each)
        name = f"items/{item.id}.xml"
        files[name] = _bytes(_write_item(item), NAMESPACE)
        _add_resource(resources, item, name)
        losses += [*replaced, *_losses(item)]
    files = {"imsmanifest.xml": _bytes(manifest, CP), **files}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in files.items():
            package.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return Exported(packed.getvalue(), losses)


def _losses(item: Item) -> Iterator[Loss]:
    held = [*_HELD]
    if item.accept:
        held.append("case_sensitive")
    yield from lost_fields(item, held, "QTI 3.0")


def _add_resource(resources: Element, item: Item, name: str) -> None:
    resource = ET.SubElement(
        resources, f"{{{CP}}}resource", identifier=item.id, type="imsqti_item_xmlv3p0", href=name
    )
    lom = ET.SubElement(ET.SubElement(resource, f"{{{CP}}}metadata"), f"{{{LOM}}}lom")
    general = ET.SubElement(lom, f"{{{LOM}}}general")
    for tag in tags_of(item):
        keyword = ET.SubElement(general, f"{{{LOM}}}keyword")
        ET.SubElement(keyword, f"{{{LOM}}}string", language="en").text = tag
    ET.SubElement(resource, f"{{{CP}}}file", href=name)


def _bytes(root: Element, namespace: str) -> bytes:
    ET.register_namespace("imsmd", LOM)
    ET.register_namespace("xsi", SCHEMA_INSTANCE)
    # Names of the file's own namespace have no prefix, because other tools expect that.
    ET.register_namespace("", namespace)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _write_item(item: Item) -> Element:
    """Return the root element of the item's file."""
    root = Element(
        q("qti-assessment-item"),
        {"identifier": item.id, "title": item.id, "adaptive": "false", "time-dependent": "false"},
    )
    _declare(root, item)
    outcomes = [("SCORE", "float"), ("FEEDBACK", "identifier")]
    for name, kind in outcomes:
        single = "single" if name == "SCORE" or not _is_several(item) else "multiple"
        ET.SubElement(
            root, q("qti-outcome-declaration"), {"identifier": name, "cardinality": single, "base-type": kind}
        )
    body = ET.SubElement(root, q("qti-item-body"))
    for paragraph in item.stem.split("\n\n"):
        _write_text(ET.SubElement(body, q("p")), paragraph)
    if item.code:
        pre = ET.SubElement(body, q("pre"), {XML_SPACE: "preserve"})
        ET.SubElement(pre, q("code"), {"class": f"language-{item.code.language}"}).text = item.code.text
    _interact(body, item)
    _process(root, item)
    for option in item.options:
        _feedback(root, option.id, option.explanation)
    if item.explanation.strip():
        _feedback(root, "general", item.explanation)
    return root


def q(name: str) -> str:
    """Return a name of QTI with its namespace."""
    return f"{{{NAMESPACE}}}{name}"


def _write_text(element: Element, text: str) -> None:
    """Write text with `code` in backticks as elements."""
    last: Element | None = None
    for place, part in enumerate(_SPAN.split(text)):
        if place % 2:
            last = ET.SubElement(element, q("code"))
            last.text = part
        elif last is None:
            element.text = part
        else:
            last.tail = part


def _is_several(item: Item) -> bool:
    return item.format in ("multiple_choice", "match_pairs", "order_lines")


def _declare(root: Element, item: Item) -> None:
    match item.format:
        case "fill_in":
            cardinality, kind = "single", "string" if item.accept else "float"
            values = [item.accept[0]] if item.accept else [repr(item.number)]
        case "match_pairs":
            assert isinstance(item.key, dict)
            cardinality, kind = "multiple", "directedPair"
            values = [f"{prompt} {match}" for prompt, match in item.key.items()]
        case _:
            ordered = item.format == "order_lines"
            cardinality = "ordered" if ordered else "multiple" if _is_several(item) else "single"
            kind, values = "identifier", list(item.key or ())
    attributes = {"identifier": "RESPONSE", "cardinality": cardinality, "base-type": kind}
    declaration = ET.SubElement(root, q("qti-response-declaration"), attributes)
    correct = ET.SubElement(declaration, q("qti-correct-response"))
    for value in values:
        ET.SubElement(correct, q("qti-value")).text = value
    if item.accept:
        mapping = ET.SubElement(declaration, q("qti-mapping"), {"default-value": "0"})
        sensitive = "true" if item.case_sensitive else "false"
        for text in item.accept:
            entry = {"map-key": text, "mapped-value": "1", "case-sensitive": sensitive}
            ET.SubElement(mapping, q("qti-map-entry"), entry)


def _interact(body: Element, item: Item) -> None:
    response = {"response-identifier": "RESPONSE"}
    match item.format:
        case "fill_in":
            ET.SubElement(ET.SubElement(body, q("p")), q("qti-text-entry-interaction"), response)
        case "match_pairs":
            limits = {"max-associations": str(len(item.options)), "shuffle": "true"}
            interaction = ET.SubElement(body, q("qti-match-interaction"), response | limits)
            _choices(interaction, [(each.id, each.text) for each in item.options], "1")
            _choices(interaction, [(each.id, each.text) for each in item.matches], "0")
        case _:
            name = "qti-order-interaction" if item.format == "order_lines" else "qti-choice-interaction"
            limits = (
                {} if item.format == "order_lines" else {"max-choices": "0" if _is_several(item) else "1"}
            )
            interaction = ET.SubElement(body, q(name), response | limits | {"shuffle": "true"})
            for option in item.options:
                choice = ET.SubElement(interaction, q("qti-simple-choice"), identifier=option.id)
                _write_text(choice, option.text)


def _choices(interaction: Element, choices: list[tuple[str, str]], most: str) -> None:
    group = ET.SubElement(interaction, q("qti-simple-match-set"))
    for id_, text in choices:
        attributes = {"identifier": id_, "match-max": most}
        _write_text(ET.SubElement(group, q("qti-simple-associable-choice"), attributes), text)


def _process(root: Element, item: Item) -> None:
    processing = ET.SubElement(root, q("qti-response-processing"))
    if item.accept:
        score = ET.SubElement(processing, q("qti-set-outcome-value"), identifier="SCORE")
        ET.SubElement(score, q("qti-map-response"), identifier="RESPONSE")
    else:
        condition = ET.SubElement(processing, q("qti-response-condition"))
        branch = ET.SubElement(condition, q("qti-response-if"))
        if item.number is not None:
            tolerance = {"tolerance-mode": "absolute", "tolerance": f"{item.tolerance!r} {item.tolerance!r}"}
            test = ET.SubElement(branch, q("qti-equal"), tolerance)
        else:
            test = ET.SubElement(branch, q("qti-match"))
        ET.SubElement(test, q("qti-variable"), identifier="RESPONSE")
        ET.SubElement(test, q("qti-correct"), identifier="RESPONSE")
        score = ET.SubElement(branch, q("qti-set-outcome-value"), identifier="SCORE")
        ET.SubElement(score, q("qti-base-value"), {"base-type": "float"}).text = "1"
    outcome = ET.SubElement(processing, q("qti-set-outcome-value"), identifier="FEEDBACK")
    if item.format in ("single_choice", "output", "true_false", "multiple_choice"):
        ET.SubElement(outcome, q("qti-variable"), identifier="RESPONSE")
    else:
        ET.SubElement(outcome, q("qti-base-value"), {"base-type": "identifier"}).text = "general"


def _feedback(root: Element, name: str, text: str) -> None:
    attributes = {"outcome-identifier": "FEEDBACK", "identifier": name, "show-hide": "show"}
    content = ET.SubElement(ET.SubElement(root, q("qti-modal-feedback"), attributes), q("qti-content-body"))
    _write_text(ET.SubElement(content, q("p")), text)


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
        except (IndexError, ValueError):
            imported.losses.append(Loss(name, "", NO_VALUE))
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
    with _package(data) as package:
        manifest = _parse(_member(package, "imsmanifest.xml"))
        for resource in manifest.iter(f"{{{CP}}}resource"):
            if resource.get("type", "").startswith("imsqti_item"):
                tags = [each.text or "" for each in resource.iter(f"{{{LOM}}}string")]
                found.append((_parse(_member(package, resource.get("href", ""))), tags))
    return found


def _package(data: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise Unreadable(f"is not a package that can be read: {error}") from None


def _member(package: zipfile.ZipFile, name: str) -> bytes:
    try:
        if package.getinfo(name).file_size > LARGEST:
            raise Unreadable(f"{name} is too large")
        return package.read(name)
    except (KeyError, zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError, zlib.error, LZMAError):
        # Also an encrypted file, and what each kind of compression raises.
        raise Unreadable(f"the package has no readable file {name}") from None


def _parse(data: bytes) -> Element:
    try:
        return fromstring(data)
    except (ParseError, DefusedXmlException, LookupError, ValueError) as error:
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
