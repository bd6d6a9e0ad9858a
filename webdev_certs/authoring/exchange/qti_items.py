"""Write one item as a QTI 3.0 assessment item."""

import re
import xml.etree.ElementTree as ET

from webdev_certs.server.content.format import Item

NAMESPACE = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_SPAN = re.compile(r"`([^`\n]+)`")


def write_item(item: Item) -> ET.Element:
    """Return the root element of the item's file."""
    root = ET.Element(
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
        write_text(ET.SubElement(body, q("p")), paragraph)
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


def write_text(element: ET.Element, text: str) -> None:
    """Write text with `code` in backticks as elements."""
    last: ET.Element | None = None
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


def _declare(root: ET.Element, item: Item) -> None:
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


def _interact(body: ET.Element, item: Item) -> None:
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
                write_text(choice, option.text)


def _choices(interaction: ET.Element, choices: list[tuple[str, str]], most: str) -> None:
    group = ET.SubElement(interaction, q("qti-simple-match-set"))
    for id_, text in choices:
        attributes = {"identifier": id_, "match-max": most}
        write_text(ET.SubElement(group, q("qti-simple-associable-choice"), attributes), text)


def _process(root: ET.Element, item: Item) -> None:
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


def _feedback(root: ET.Element, name: str, text: str) -> None:
    attributes = {"outcome-identifier": "FEEDBACK", "identifier": name, "show-hide": "show"}
    content = ET.SubElement(ET.SubElement(root, q("qti-modal-feedback"), attributes), q("qti-content-body"))
    write_text(ET.SubElement(content, q("p")), text)
