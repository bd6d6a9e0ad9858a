"""The question bank: format, loader and validator; the questions themselves are YAML beside it."""
