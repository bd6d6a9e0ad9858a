"""What `make bench` measures: each figure is a ratio, a score or a size, so that machines can be compared."""
