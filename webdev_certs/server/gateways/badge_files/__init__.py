"""Credentials inside uploaded files: PDF, PNG, SVG, JSON and JWT."""

from webdev_certs.server.gateways.badge_files.reader import (
    BadgeFile,
    FileFault,
    FileKind,
    UnreadableFile,
    read_badge_file,
)

__all__ = ["BadgeFile", "FileFault", "FileKind", "UnreadableFile", "read_badge_file"]
