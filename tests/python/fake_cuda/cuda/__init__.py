"""A stand-in for the packages cuda-bindings and cuda-core, for machines without a GPU."""
