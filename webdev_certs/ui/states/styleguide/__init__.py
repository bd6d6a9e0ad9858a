"""States of the styleguide, which exists in development only."""
