"""The Python API: HC kernels compiled and launched from Python.

Takes: C++ sources and NumPy arrays.
Gives: modules, launches, futures; `hcpy` exports the public names and loads these modules when one is used.
"""
