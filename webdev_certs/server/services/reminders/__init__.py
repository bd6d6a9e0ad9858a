"""Mails that time makes due: certificates that expire, retakes, and questions due for review."""
