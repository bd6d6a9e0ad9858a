"""The screens, one file each, and the table of routes that leads to them."""
