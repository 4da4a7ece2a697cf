"""A stand-in for the package cuda-bindings."""
