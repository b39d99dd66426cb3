"""A second, slow, obvious opinion: shapely and plain Python, nothing of the kernel or the checks."""
