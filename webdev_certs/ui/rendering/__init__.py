"""Authored text and code as safe HTML. It runs on the server, so browsers load neither library."""
