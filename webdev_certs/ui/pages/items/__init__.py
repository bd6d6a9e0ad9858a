"""Parts of pages that are about one question."""
