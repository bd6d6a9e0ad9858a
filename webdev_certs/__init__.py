"""WebDev Certs: certifications for web developers, in two Python tiers."""
