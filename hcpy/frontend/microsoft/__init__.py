"""Sources of Visual C++."""
