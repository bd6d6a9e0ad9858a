"""Stand-ins that speak the providers' wire protocols; the composition root alone starts them."""
