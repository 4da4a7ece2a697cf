"""What work-items carry over barriers in rounds: each part waits, or goes on, in its own way."""

from __future__ import annotations

from collections.abc import Iterator

_TEXT = """// rows: hc.language.values_over_barriers
#include <hc.hpp>
#include <vector>

#include "check.hpp"

constexpr int tile = 24, tiles = 3, n = tile * tiles, rounds = 4;

struct Nothing {
  void wait() const [[cpu, hc]] {}
};

// Of each of three parts: does it wait, and does it go on to the next round at once?
template <int Way, class Barrier>
static void work(const Barrier& barrier, int i, const int* ways, int* out) [[cpu, hc]] {
  int x = i * 7 + 3, q = 0;
  for (int round = 0; round < rounds; ++round) {
    switch (ways[round & 3] + (@TURNS@)) {
      case 0: break;
      case 1:
        x -= 2;
        if (Way & 1) barrier.wait();
        if (Way & 2) continue;
        break;
      case 2: case @MORE@:
        q = q * 3 + 1;
        if (Way & 4) barrier.wait();
        if (Way & 8) continue;
        break;
      default:
        q += 11;
        if (Way & 16) barrier.wait();
        if (Way & 32) continue;
    }
    x += 5;
    barrier.wait();
  }
  out[0] = x;
  out[1] = q;
}

template <int Way>
static int wrong() {
  hc::array_view<int> got(2 * n);
  hc::parallel_for_each(hc::extent<1>(n).tile(tile), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int ways[4];
    if (t.local[0] < 4) ways[t.local[0]] = (t.local[0] * 13 + t.tile[0] * 5 + 3) % 7;
    t.barrier.wait();
    work<Way>(t.barrier, t.global[0], ways, &got[t.global[0] * 2]);
  });
  int found = 0;
  for (int i = 0; i < n; ++i) {
    int ways[4], want[2];
    for (int k = 0; k < 4; ++k) ways[k] = (k * 13 + i / tile * 5 + 3) % 7;
    work<Way>(Nothing(), i, ways, want);
    found += got[2 * i] != want[0] || got[2 * i + 1] != want[1];
  }
  return found;
}

int main() {
@CHECKS@
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for first, (turns, more) in enumerate((("0", "3"), ("round", "9 ... 14"))):
        ways = [(19 + 37 * (first + 2 * k)) % 64 for k in range(12)]  # an odd step meets all bits
        checks = "\n".join(f"  CHECK(wrong<{way}>() == 0);" for way in ways)
        text = _TEXT.replace("@TURNS@", turns).replace("@MORE@", more).replace("@CHECKS@", checks)
        yield ("by_number", "by_sum")[first], text
