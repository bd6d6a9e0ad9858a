"""Development stand-ins that speak the providers' real protocols; started by the composition root alone."""
