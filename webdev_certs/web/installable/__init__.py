"""What makes the product installable: a manifest, icons, and an offline page with its service worker."""
