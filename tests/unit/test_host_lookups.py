"""hcpy/passes/host/lookups.py: which work-items are run one by one as they look numbers up."""

from __future__ import annotations

import pytest

from hcpy import ir
from hcpy.passes.host.lookups import mostly_looks_up

TEXT = """
define void @item(ptr %table, ptr %in, ptr %out) {
  %k = load KEY, ptr %in
  %i = zext KEY %k to i64
  %p = getelementptr VALUE, ptr %table, i64 AT
  %v = load VALUE, ptr %p
  WORK
  store VALUE %v, ptr %out
  ret void
}
"""
ADDED = "\n  ".join(f"%w{n} = add i64 %i, {n}" for n in range(4))


@pytest.mark.parametrize(
    ("key", "value", "at", "work", "is_lookup"),
    [
        ("i8", "i8", "%i", "", True),
        ("i16", "i16", "%i", "", True),
        ("i32", "i8", "%i", "", True),
        ("i8", "i32", "%i", "", False),  # processors gather words
        ("i8", "float", "%i", "", False),
        ("i8", "i8", "7", "", False),  # one place
        ("i8", "i8", "%i", ADDED, False),  # vector code is worth it
    ],
)
def test_lookups(key: str, value: str, at: str, work: str, is_lookup: bool) -> None:
    text = TEXT.replace("KEY", key).replace("VALUE", value).replace("AT", at).replace("WORK", work)
    with ir.Module.parse(text.encode()) as module:
        function = module.function("item")
        assert function is not None
        assert mostly_looks_up(function) == is_lookup
