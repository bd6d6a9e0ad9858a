"""The product's mark, a shield with a check mark, as SVG paths in a square of 32 × 32 units."""

SHIELD = "M16 5.5l8.5 3.2v6.1c0 5.3-3.5 9.2-8.5 11.7-5-2.5-8.5-6.4-8.5-11.7V8.7z"
CHECK = "M11.8 15.8l3 3 5.6-6"
