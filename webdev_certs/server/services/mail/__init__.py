"""Mail: texts, layout, links, the outbox and its worker."""
