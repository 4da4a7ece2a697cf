"""The lower stage's passes over textual IR, one pass a file.

Each takes a `lowering.Lowering` and edits its module in place; a target lists its passes in a tuple.
"""
