"""A program that takes the credential out of the file at its standard input; run only by `badge_files.py`.

Its argument is the kind of the file. It writes the credential, or the fault and ends with status 1. It
imports nothing of the product, so that it starts fast.

Sources:
    1EdTech, Open Badges Specification 3.0, §5.3 "Baking" – the chunk and the element that hold a credential.
    W3C, Portable Network Graphics (Third Edition), §5.3 and §11.3.3.4 – chunks and `iTXt`.
"""

import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice

_MEMORY = 512 * 1024 * 1024
_PROCESSOR_SECONDS = 4
_MAX_TEXT = 256 * 1024
"""The longest text that is taken out of a file."""
_MAX_ATTACHMENTS = 16
_MAX_CHUNKS = 100_000
_MAX_ELEMENTS = 100_000
_KEYWORD = b"openbadgecredential"
_ELEMENT = "{https://purl.imsglobal.org/ob/v3p0}credential"
_MAX_PIXELS = 60_000_000
_PHOTO_SIZE = 2400
"""To how many pixels a photo is made smaller before it is searched."""
_RUNNING = ("script", "foreignObject", "iframe", "handler")
"""Elements of SVG that can run something."""


class Fault(Exception):
    """Why nothing can be taken out of the file; one of `badge_files.FileFault`."""


def extract(content: bytes, kind: str) -> bytes:
    """Return the credential in a file.

    Args:
        content: The file.
        kind: `pdf`, `png`, `svg` or `photo`.

    Raises:
        Fault: There is none, or not exactly one.
    """
    found = list(dict.fromkeys(_READERS[kind](content)))
    if len(found) != 1:
        raise Fault("several" if found else "empty")
    return found[0]


def _of_pdf(content: bytes) -> Iterator[bytes]:
    """Return the attachments that look like credentials."""
    from pypdf import PdfReader
    from pypdf.errors import LimitReachedError, PyPdfError

    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted:
            raise Fault("encrypted")
        for attachment in islice(reader.attachment_list, _MAX_ATTACHMENTS):
            text = attachment.content.strip()
            if len(text) <= _MAX_TEXT and (text.startswith(b"eyJ") or _is_credential(text)):
                yield text
    except LimitReachedError:
        raise Fault("too_complex") from None
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError):
        # What pypdf raises for broken files.
        raise Fault("unreadable") from None


def _is_credential(text: bytes) -> bool:
    return text.startswith(b"{") and b"@context" in text


def _of_png(content: bytes) -> Iterator[bytes]:
    """Return the texts with the keyword of Open Badges."""
    place = 8
    # Slices of a view copy nothing: the file may be large, and have many chunks.
    view = memoryview(content)
    for _ in range(_MAX_CHUNKS):
        if place + 12 > len(content):
            raise Fault("unreadable")
        length, kind = struct.unpack_from(">I4s", view, place)
        data, checksum = view[place + 8 : place + 8 + length], view[place + 8 + length : place + 12 + length]
        if len(data) < length or checksum != struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))):
            raise Fault("unreadable")
        if kind == b"IEND":
            return
        if kind == b"iTXt" and data[: len(_KEYWORD) + 1] == _KEYWORD + b"\0":
            yield _international_text(bytes(data))
        place += 12 + length
    raise Fault("too_complex")


def _international_text(data: bytes) -> bytes:
    _, _, rest = data.partition(b"\0")
    if len(rest) < 2:
        raise Fault("unreadable")
    compressed, method, rest = rest[0], rest[1], rest[2:]
    # Two texts that end with zero come before: a language, and the keyword translated.
    parts = rest.split(b"\0", 2)
    if len(parts) < 3 or compressed > 1 or method:
        raise Fault("unreadable")
    if not compressed:
        return parts[2]
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(parts[2], _MAX_TEXT)
    except zlib.error:
        raise Fault("unreadable") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise Fault("too_complex")
    return text


def _of_svg(content: bytes) -> Iterator[bytes]:
    """Return what the elements of Open Badges hold: JSON as their text, or a JWT as an attribute."""
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    try:
        # A DOCTYPE alone does no harm. Entities are refused: they could unpack without end.
        for number, (_, element) in enumerate(iterparse(BytesIO(content), forbid_dtd=False)):
            if number > _MAX_ELEMENTS:
                raise Fault("too_complex")
            if _can_run(element.tag, element.attrib.items()):
                raise Fault("unsafe")
            if element.tag == _ELEMENT:
                yield (element.get("verify") or element.text or "").strip().encode()
    except DefusedXmlException:
        raise Fault("unsafe") from None
    except (ParseError, ValueError, LookupError):
        raise Fault("unreadable") from None


def _of_photo(content: bytes) -> Iterator[bytes]:
    """Return the texts of the QR codes in a picture."""
    import zxingcpp
    from PIL import Image, UnidentifiedImageError

    formats = ["JPEG", "WEBP", "PNG"]
    if content[4:8] == b"ftyp":
        import pillow_heif

        # Each thread would need memory of its own.
        pillow_heif.register_heif_opener(decode_threads=1, thumbnails=False)
        formats = ["HEIF"]
    # Pillow refuses twice as many, before it decodes anything.
    Image.MAX_IMAGE_PIXELS = _MAX_PIXELS // 2
    try:
        with Image.open(BytesIO(content), formats=formats) as image:
            # JPEG can be read smaller.
            image.draft("L", (_PHOTO_SIZE, _PHOTO_SIZE))
            picture = image.convert("L")
    except Image.DecompressionBombError:
        raise Fault("too_complex") from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, RuntimeError):
        raise Fault("unreadable") from None
    picture.thumbnail((_PHOTO_SIZE, _PHOTO_SIZE))
    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for code in zxingcpp.read_barcodes(picture, formats=qr):
        yield code.text.encode()


def _can_run(tag: str, attributes: Iterable[tuple[str, str]]) -> bool:
    return tag.rpartition("}")[2] in _RUNNING or any(
        name.rpartition("}")[2].lower().startswith("on")
        or value.strip().lower().startswith(("javascript:", "data:text/html"))
        for name, value in attributes
    )


_READERS = {"pdf": _of_pdf, "png": _of_png, "svg": _of_svg, "photo": _of_photo}


def _limit() -> None:
    """Limit the memory and the processor time of this process, where the system can."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_PROCESSOR_SECONDS, _PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(kind: str) -> int:
    """Extract the credential of the file at standard input; return the exit status."""
    _limit()
    try:
        found = extract(sys.stdin.buffer.read(), kind)
    except (MemoryError, RecursionError):
        found, fault = b"", "too_complex"
    except Fault as error:
        found, fault = b"", str(error)
    else:
        fault = ""
    sys.stdout.buffer.write(fault.encode() or found)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
