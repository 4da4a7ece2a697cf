"""How each target makes its code: its passes in their order, and what emits the result.

The files are called as those of hcpy/targets, whose descriptions name them.
"""
