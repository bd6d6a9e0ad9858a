"""Credentials inside uploaded files: PDF, PNG, SVG, JSON and JWT."""

from webdev_certs.server.gateways.badge_files.reader import (
    BadgeFile,
    FileFault,
    UnreadableFile,
    read_badge_file,
)

__all__ = ["BadgeFile", "FileFault", "UnreadableFile", "read_badge_file"]
