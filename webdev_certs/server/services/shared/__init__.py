"""Helpers that several areas of services use."""
