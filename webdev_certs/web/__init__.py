"""What stands before both tiers on the port (ASGI middleware), and build plugins of the pages."""
