"""Pure rules: no I/O, no framework; time and randomness come in as arguments."""
