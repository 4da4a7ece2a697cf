"""Child processes that have LLVM."""
