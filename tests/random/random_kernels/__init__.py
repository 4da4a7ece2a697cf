"""Random kernels: making, printing, compiling, running and shrinking them."""
