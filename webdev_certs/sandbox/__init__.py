"""Development stand-ins that speak the providers' real protocols; only the composition root imports them."""
