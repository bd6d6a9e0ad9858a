"""The home page, the technologies' pages and the information pages."""
