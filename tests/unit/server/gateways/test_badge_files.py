"""Files that are made to take long are refused soon."""

import struct
import time
import zlib

import pytest

from webdev_certs.server.gateways.badge_files import UnreadableFile, read_badge_file

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, data: bytes = b"") -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize("ending", [b"", b"x" * 8_000_000])
def test_a_png_of_many_empty_chunks_is_soon_refused(ending: bytes):
    content = SIGNATURE + chunk(b"tEXt") * 150_000 + chunk(b"tEXt", ending) + chunk(b"IEND")
    began = time.monotonic()
    with pytest.raises(UnreadableFile, match="too_complex"):
        read_badge_file(content)
    assert time.monotonic() - began < 2
