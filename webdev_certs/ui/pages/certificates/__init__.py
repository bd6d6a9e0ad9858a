"""Public verification of a certificate."""
