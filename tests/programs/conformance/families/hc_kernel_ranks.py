"""The forms of a kernel of HC for ranks 1 to 4, flat and in tiles that do not divide the extent."""

from __future__ import annotations

from collections.abc import Iterator

_FORMS = {
    "lambda": ("", "[=](@INDEX@ i) [[hc]] { v[@AT@] = value(@AT@); }"),
    "generic_lambda": ("", "[=](const auto& i) [[hc]] { v[@AT@] = value(@AT@); }"),
    "functor": (
        "struct kernel {\n  array_view<int, @N@> v;\n"
        "  void operator()(@INDEX@ i) const [[hc]] { v[@AT@] = value(@AT@); }\n};",
        "kernel{v}",
    ),
    "functor_template": (
        "template <typename T, int Rank>\nstruct kernel {\n  array_view<T, Rank> v;\n"
        "  void operator()(const @INDEX@& i) const { v[@AT@] = value(@AT@); }\n};",
        "kernel<int, @N@>{v}",
    ),
}
_TEXT = """// rows: hc.language.kernel_forms
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int value(const index<@N@>& i) [[cpu, hc]] {
  int r = 0;
  for (int d = 0; d < @N@; ++d) r = r * 10 + i[d];
  return r;
}
@DECLARATIONS@

int main() {
  const int sizes[] = {@EXTENT@};
  const extent<@N@> e(sizes);
  array_view<int, @N@> v(e);
  parallel_for_each(@DOMAIN@, @KERNEL@).wait();
  index<@N@> last;
  for (int d = 0; d < @N@; ++d) last[d] = e[d] - 1;
  CHECK(v[index<@N@>()] == 0 && v[last] == value(last));
  last[0] = 1;
  CHECK(v[last] == value(last));
  return failures();
}
"""
_EXTENTS = {1: "7", 2: "4, 5", 3: "2, 4, 5", 4: "2, 2, 3, 4"}
_TILES = {1: "4", 2: "2, 3", 3: "1, 3, 2"}


def programs() -> Iterator[tuple[str, str]]:
    for name, (declarations, kernel) in _FORMS.items():
        for rank in _EXTENTS:
            for tiled in (False, True) if rank in _TILES else (False,):
                text = _TEXT.replace("@DECLARATIONS@\n", declarations + "\n" if declarations else "")
                text = text.replace("@KERNEL@", kernel).replace("@EXTENT@", _EXTENTS[rank])
                text = text.replace("@DOMAIN@", f"e.tile({_TILES[rank]})" if tiled else "e")
                text = text.replace("@INDEX@", f"tiled_index<{rank}>" if tiled else f"index<{rank}>")
                text = text.replace("@AT@", "i.global" if tiled else "i").replace("@N@", str(rank))
                yield f"{name}_rank{rank}{'_tiled' if tiled else ''}", text
