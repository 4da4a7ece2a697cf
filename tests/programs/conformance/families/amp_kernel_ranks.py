"""The forms of a kernel for ranks 1 to 3, flat and in tiles."""

from __future__ import annotations

from collections.abc import Iterator

_FORMS = {
    "lambda": (
        "",
        "[=](@INDEX@ i) restrict(amp) { v[@AT@] = value(@AT@); }",
    ),
    "lambda_by_reference": (
        "",
        "[=](const @INDEX@& i) restrict(amp) { v[@AT@] = value(@AT@); }",
    ),
    "generic_lambda": (
        "",
        "[=](auto i) restrict(amp) { v[@AT@] = value(@AT@); }",
    ),
    "functor": (
        "struct kernel {\n  array_view<int, @N@> v;\n"
        "  void operator()(@INDEX@ i) const restrict(amp) { v[@AT@] = value(@AT@); }\n};",
        "kernel{v}",
    ),
    "functor_template": (
        "template <typename T, int Rank>\nstruct kernel {\n  array_view<T, Rank> v;\n"
        "  void operator()(const @INDEX@& i) const restrict(amp) { v[@AT@] = value(@AT@); }\n};",
        "kernel<int, @N@>{v}",
    ),
}
_TEXT = """// rows: amp.2.4.functor, amp.2.4.lambda, amp.2.4.parameters
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

int value(const index<@N@>& i) restrict(cpu, amp) {
  int r = 0;
  for (int d = 0; d < @N@; ++d) r = r * 10 + i[d];
  return r;
}
@DECLARATIONS@

int main() {
  const extent<@N@> e(@EXTENT@);
  array_view<int, @N@> v(e);
  parallel_for_each(@DOMAIN@, @KERNEL@);
  index<@N@> last;
  for (int d = 0; d < @N@; ++d) last[d] = e[d] - 1;
  CHECK(v[index<@N@>()] == 0 && v[last] == value(last));
  last[0] = 1;
  CHECK(v[last] == value(last));
  return failures();
}
"""
_EXTENTS = {1: "8", 2: "4, 6", 3: "2, 4, 6"}
_TILES = {1: "4", 2: "2, 3", 3: "1, 2, 3"}


def programs() -> Iterator[tuple[str, str]]:
    for name, (declarations, kernel) in _FORMS.items():
        for rank in _EXTENTS:
            for tiled in (False, True):
                text = _TEXT.replace("@DECLARATIONS@\n", declarations + "\n" if declarations else "")
                text = text.replace("@KERNEL@", kernel).replace("@EXTENT@", _EXTENTS[rank])
                text = text.replace("@DOMAIN@", f"e.tile<{_TILES[rank]}>()" if tiled else "e")
                text = text.replace("@INDEX@", f"tiled_index<{_TILES[rank]}>" if tiled else f"index<{rank}>")
                text = text.replace("@AT@", "i.global" if tiled else "i").replace("@N@", str(rank))
                yield f"{name}_rank{rank}{'_tiled' if tiled else ''}", text
