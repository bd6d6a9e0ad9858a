"""QTI 3.0 (1EdTech, Question and Test Interoperability): a content package, a zip with one file an item."""

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable, Iterator

from webdev_certs.authoring.exchange.losses import Exported, Loss, lost_fields, without_unwritable
from webdev_certs.authoring.exchange.markup import TAGGED, tags_of
from webdev_certs.authoring.exchange.qti_items import NAMESPACE, write_item
from webdev_certs.authoring.exchange.qti_reading import CP, LOM, load
from webdev_certs.server.content.format import Item

SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_HELD = ("id", "explanations", "code", "accept", "number", "tolerance", "matches", "explanation", *TAGGED)
_DATE = (1980, 1, 1, 0, 0, 0)
"""The same for all files, so that equal items give an equal package."""


def dump(items: Iterable[Item]) -> Exported:
    """Write the items, and name what QTI cannot hold."""
    losses: list[Loss] = []
    files: dict[str, bytes] = {}
    manifest = ET.Element(f"{{{CP}}}manifest", identifier="webdev-certs")
    metadata = ET.SubElement(manifest, f"{{{CP}}}metadata")
    ET.SubElement(metadata, f"{{{CP}}}schema").text = "QTI Package"
    ET.SubElement(metadata, f"{{{CP}}}schemaversion").text = "3.0.0"
    ET.SubElement(manifest, f"{{{CP}}}organizations")
    resources = ET.SubElement(manifest, f"{{{CP}}}resources")
    for each in items:
        item, replaced = without_unwritable(each)
        name = f"items/{item.id}.xml"
        files[name] = _bytes(write_item(item), NAMESPACE)
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


def _add_resource(resources: ET.Element, item: Item, name: str) -> None:
    resource = ET.SubElement(
        resources, f"{{{CP}}}resource", identifier=item.id, type="imsqti_item_xmlv3p0", href=name
    )
    lom = ET.SubElement(ET.SubElement(resource, f"{{{CP}}}metadata"), f"{{{LOM}}}lom")
    general = ET.SubElement(lom, f"{{{LOM}}}general")
    for tag in tags_of(item):
        keyword = ET.SubElement(general, f"{{{LOM}}}keyword")
        ET.SubElement(keyword, f"{{{LOM}}}string", language="en").text = tag
    ET.SubElement(resource, f"{{{CP}}}file", href=name)


def _bytes(root: ET.Element, namespace: str) -> bytes:
    ET.register_namespace("imsmd", LOM)
    ET.register_namespace("xsi", SCHEMA_INSTANCE)
    # Names of the file's own namespace have no prefix, because other tools expect that.
    ET.register_namespace("", namespace)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


__all__ = ["dump", "load"]
