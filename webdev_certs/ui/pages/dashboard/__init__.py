"""The dashboard and its views."""
