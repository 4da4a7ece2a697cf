"""pad() and truncate() near the greatest extent: exact where an int holds the result, else refused."""

from __future__ import annotations

from collections.abc import Iterator

_TILES = {1: (1, 3, 16, 1000, 1024), 2: (1, 5, 32), 3: (2, 7, 8)}
_TEXT = """// rows: amp.4.3.pad, amp.4.3.truncate
#include <amp.h>
#include <climits>

#include "check.hpp"

using namespace concurrency;

template <class Tiled>
void check(int size, long long tile) {
  const extent<@RANK@> e(@SIZES@);
  const Tiled tiled(e);
  const long long whole = (size + tile - 1) / tile * tile;
  const Tiled padded = tiled.pad(), cut = tiled.truncate();
  for (int d = 0; d < @RANK@; ++d) {
    CHECK(whole > INT_MAX ? padded[d] < 0 : padded[d] == whole);
    CHECK(cut[d] == size / tile * tile);
  }
  if (whole <= INT_MAX) return;
  bool refused = false;
  try {
    parallel_for_each(padded, [](tiled_index<@TILE@>) restrict(amp) {});
  } catch (const invalid_compute_domain&) {
    refused = true;
  }
  CHECK(refused);
}

int main() {
  for (int below = 0; below < 40; ++below) check<tiled_extent<@TILE@>>(INT_MAX - below, @ONE@);
  for (int size = 1; size < 70; ++size) check<tiled_extent<@TILE@>>(size, @ONE@);
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for rank, tiles in _TILES.items():
        for tile in tiles:
            text = _TEXT.replace("@RANK@", str(rank)).replace("@ONE@", str(tile))
            text = text.replace("@SIZES@", ", ".join(["size"] * rank))
            yield f"rank_{rank}_tile_{tile}", text.replace("@TILE@", ", ".join([str(tile)] * rank))
