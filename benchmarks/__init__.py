"""What `make bench` measures: ratios, scores and sizes, which can be compared between machines."""
