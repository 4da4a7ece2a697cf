"""Conformance: programs written from the rules of C++ AMP 1.2 and HC, and the table of what they prove."""
