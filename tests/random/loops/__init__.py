"""Random kernels full of loops: integers of all types meet without casts, indices wrap in narrow types."""
