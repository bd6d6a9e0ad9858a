"""State of the dashboard."""
