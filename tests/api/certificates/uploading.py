"""Files to upload: the product's certificates, badges of other issuers, and files made to do harm."""

import json
import struct
import zlib
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import base58
import pypdf
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.unit.server.gateways.test_data_integrity import badge
from webdev_certs.server.gateways.data_integrity import add_proof
from webdev_certs.server.gateways.json_ld import Canonicalizer, foreign_contexts

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
_RAW = KEY.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
_MULTIKEY = "z" + base58.b58encode(b"\xed\x01" + _RAW).decode()
DID_KEY = f"did:key:{_MULTIKEY}"
METHOD = f"{DID_KEY}#{_MULTIKEY}"
PNG = b"\x89PNG\r\n\x1a\n"


def foreign(*, method: str = METHOD, issuer: str = DID_KEY, **changes: Any) -> dict[str, Any]:
    """Return an Open Badge that somebody else has signed; `changes` replaces parts of it."""
    named = {"id": issuer, "type": ["Profile"], "name": "Example Academy"}
    document = {**badge(), "id": "https://academy.example/1", "issuer": named, **changes}
    created = datetime(2026, 3, 1, tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    canonicalizer = Canonicalizer(foreign_contexts())
    return add_proof(canonicalizer, document, KEY, verification_method=method, created=created)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    checksum = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + checksum


def png(*texts: bytes, compressed: bool = False) -> bytes:
    """Return a PNG file with texts for Open Badges, and without a picture."""
    flag = b"\1" if compressed else b"\0"
    chunks = [
        chunk(
            b"iTXt",
            b"openbadgecredential\0" + flag + b"\0\0\0" + (zlib.compress(text) if compressed else text),
        )
        for text in texts
    ]
    return PNG + b"".join(chunks) + chunk(b"IEND", b"")


def pdf(*attachments: bytes, password: str = "") -> bytes:
    """Return a PDF with an empty page and attachments."""
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    for number, attachment in enumerate(attachments):
        writer.add_attachment(f"{number}.json", attachment)
    if password:
        writer.encrypt(password)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def pdf_bomb(unpacked: int, layers: int = 1) -> bytes:
    """Return a PDF with an attachment that is small as long as nobody unpacks it."""
    packed = _spaces(unpacked)
    for _ in range(layers - 1):
        packed = zlib.compress(packed, 9)
    filters = b"[" + b"/FlateDecode " * layers + b"]"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a.json) 4 0 R]>>>>>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
        b"<</Type/Filespec/F(a.json)/EF<</F 5 0 R>>>>",
        b"<</Type/EmbeddedFile/Filter%s/Length %d>>stream\n%s\nendstream" % (filters, len(packed), packed),
    ]
    return _numbered(objects)


def png_bomb(unpacked: int) -> bytes:
    """Return a PNG file with a text that is small as long as nobody unpacks it."""
    text = b"openbadgecredential\0\1\0\0\0" + _spaces(unpacked)
    return PNG + chunk(b"iTXt", text) + chunk(b"IEND", b"")


def _spaces(number: int) -> bytes:
    """Return `number` spaces (whole millions), compressed (RFC 1950), without keeping them in memory."""
    size = 1_000_000
    block, checksum = b" " * size, 1
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    # After a full flush the same bytes can follow again.
    again = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    for _ in range(number // size):
        checksum = zlib.adler32(block, checksum)
    return b"\x78\xda" + again * (number // size) + packer.flush() + struct.pack(">I", checksum)


def pdf_loop() -> bytes:
    """Return a PDF whose list of attachments contains itself."""
    return _numbered(
        [
            b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 4 0 R>>>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
            b"<</Kids[4 0 R 4 0 R]>>",
        ]
    )


def _numbered(objects: list[bytes]) -> bytes:
    file, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj%s endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end


def svg(inside: str, *, more: str = "", attributes: str = "") -> bytes:
    """Return an SVG badge."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"'
        f"{attributes}><openbadges:credential><![CDATA[{inside}]]></openbadges:credential>{more}</svg>"
    ).encode()


def nested(depth: int) -> bytes:
    """Return JSON with `depth` nested objects."""
    return b'{"a":' * depth + b"1" + b"}" * depth


def compact(document: object) -> bytes:
    """Return a document as JSON."""
    return json.dumps(document, separators=(",", ":")).encode()
