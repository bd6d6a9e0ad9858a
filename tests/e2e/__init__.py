"""The product in a browser; a package, so that what its tests share ends with them."""
