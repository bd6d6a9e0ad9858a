"""Certification tests: start, answer, advance, submit and score attempts."""
