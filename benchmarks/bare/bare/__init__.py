"""The bare page."""
