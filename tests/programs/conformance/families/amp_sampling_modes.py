"""Programs for each filter, address mode and rank: samples against the arithmetic done here."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

SIZES = {1: (4,), 2: (2, 4), 3: (2, 2, 4)}
# In texels of a dimension, from far outside on the left to far outside on the right. Of powers of two as
# sizes all sums are exact.
PLACES = (-9.25, -4.5, -1.25, -0.5, 0.0, 0.25, 1.5, 3.75, 4.0, 5.25, 8.5, 11.75)
BORDER = 64.0
PROGRAM = """// rows: amp.10.5.sample_{filter}, amp.10.5.sample_{address}
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {{
  float values[{texels}];
  for (int k = 0; k < {texels}; ++k) values[k] = float(k * k % 32);
  const texture<float, {rank}> t(extent<{rank}>({extent}), values, values + {texels});
  const texture_view<const float, {rank}> v(t);
  typedef texture_view<const float, {rank}>::coordinates_type Coordinates;
  const sampler how(filter_{filter}, address_{address}, float_4({border}f, 0, 0, 0));
  const Coordinates places[] = {{
    {places}
  }};
  const float expected[] = {{
    {expected}
  }};
  const int count = {count};
  const array_view<const Coordinates, 1> at(count, places);
  array_view<float, 1> seen(count);
  parallel_for_each(seen.extent, [=](index<1> i) restrict(amp) {{ seen[i] = v.sample(how, at[i]); }});
  for (int k = 0; k < count; ++k)
    if (seen[k] != expected[k]) {{
      std::printf("sample %d is %g, not %g\\n", k, seen[k], expected[k]);
      CHECK(!"samples as expected");
    }}
  return failures();
}}
"""


def mapped(address: str, i: int, n: int) -> int | None:
    if address == "wrap":
        return i % n
    if address == "mirror":
        return min(i % (2 * n), 2 * n - 1 - i % (2 * n))
    if address == "clamp":
        return min(max(i, 0), n - 1)
    return i if 0 <= i < n else None


def texel(address: str, sizes: Sequence[int], where: Sequence[int]) -> float:
    flat = 0
    for i, n in zip(where, sizes, strict=True):
        inside = mapped(address, i, n)
        if inside is None:
            return BORDER
        flat = flat * n + inside
    return float(flat * flat % 32)


def sample(mode: str, address: str, sizes: Sequence[int], place: Sequence[float]) -> float:
    """`place` in texels, the slowest dimension first."""
    if mode == "point":
        return texel(address, sizes, [math.floor(p) for p in place])
    total = 0.0
    for corner in itertools.product((0, 1), repeat=len(place)):
        weight = 1.0
        for p, second in zip(place, corner, strict=True):
            fraction = p - 0.5 - math.floor(p - 0.5)
            weight *= fraction if second else 1.0 - fraction
        first = [math.floor(p - 0.5) + second for p, second in zip(place, corner, strict=True)]
        total += weight * texel(address, sizes, first)
    return total


def places(rank: int) -> Iterator[tuple[float, ...]]:
    for k, last in enumerate(PLACES):
        yield (*(PLACES[(5 * k + 3 * d + 4) % len(PLACES)] for d in range(1, rank)), last)


def program(mode: str, address: str, rank: int) -> str:
    sizes = SIZES[rank]
    chosen = list(places(rank))
    coordinates = []
    for place in chosen:
        parts = [f"{p / n!r}f" for p, n in zip(place, sizes, strict=True)][::-1]
        coordinates.append(f"Coordinates({', '.join(parts)}),")
    return PROGRAM.format(
        filter=mode,
        address=address,
        rank=rank,
        texels=math.prod(sizes),
        extent=", ".join(map(str, sizes)),
        border=BORDER,
        places="\n    ".join(coordinates),
        expected=", ".join(f"{sample(mode, address, sizes, place)!r}f" for place in chosen),
        count=len(chosen),
    )


def programs() -> Iterator[tuple[str, str]]:
    for mode in ("point", "linear"):
        for address in ("wrap", "mirror", "clamp", "border"):
            for rank in SIZES:
                yield f"{mode}_{address}_{rank}", program(mode, address, rank)
