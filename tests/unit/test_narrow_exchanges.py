"""narrow_exchanges: our own compare-and-exchange is the device's; tests/programs have std::atomic's."""

from __future__ import annotations

from pass_support import HOST, after

from hcpy.passes import narrow_exchanges

TEXT = """define i32 @f(ptr %p) {
  %made = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic
  %old = extractvalue { i32, i1 } %made, 0
  %sum = atomicrmw add ptr %p, i32 1 monotonic
  ret i32 %old
}
"""


def test_an_exchange_without_a_place_is_the_devices() -> None:
    shown = after(narrow_exchanges.run, HOST + TEXT)
    assert 'cmpxchg ptr %p, i32 1, i32 2 syncscope("device") monotonic monotonic' in shown
    assert "atomicrmw add ptr %p, i32 1 monotonic" in shown
