"""Reflex states: what screens show and what happens when people act; the API decides."""
