"""The function of one work-item becomes one of a row of work-items in SIMD registers, with masks."""
