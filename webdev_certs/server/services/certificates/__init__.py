"""Certificates: issued, drawn as PDF, verified by anyone."""
