"""Compilations that are kept: the store, whole units, precompiled headers."""
