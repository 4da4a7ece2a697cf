"""tile_static through macros of the program's: for the word, for a declaration, with classes and without; and
initialisers there, which no tile would run."""

from __future__ import annotations

from collections.abc import Iterator

# The macro, and the declaration that the kernel has by it.
FORMS = {
    "word": ("#define SHARED tile_static", "SHARED {type} a[4];"),
    "word_by_branch": (
        "#ifdef __CUDACC__\n#define SHARED __shared__\n#else\n#define SHARED tile_static\n#endif",
        "SHARED {type} a[4];",
    ),
    "declaration": ("#define BUFFER(T, n) tile_static T n[4]", "BUFFER({type}, a);"),
    "statement": ("#define BUFFER(T, n) tile_static T n[4];", "BUFFER({type}, a) BUFFER({type}, b)"),
    "two_macros": (
        "#define SHARED tile_static\n#define BUFFER(T, n) SHARED T n[4]",
        "BUFFER({type}, a);",
    ),
}
TYPES = {"int": "a[l]", "cell": "a[l].x"}
WRONG = {
    "word": ("#define SHARED tile_static", "SHARED int a[4] = {1, 2};@", "a"),
    "declaration": ("#define BUFFER(T, n) tile_static T n[4] = {}", "BUFFER(int, a);@", "a"),
    "variable": ("#define TOTAL tile_static int total = 1", "TOTAL;@\n    int a[4] = {total};", "total"),
}
TEXT = """// rows: hc.tile_static.forms
#include <hc.hpp>

@MACRO@

struct cell {
  int x;
  cell() [[cpu, hc]] : x(7) {}
};

int main() {
  hc::array_view<int> v(8);
  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {
    @DECLARED@
    int l = t.local[0];
    @USE@ = t.global[0];
    t.barrier.wait();
    l = 3 - l;
    v[t.global] = @USE@;
  });
  for (int i = 0; i < 8; ++i)
    if (v[i] != i / 4 * 4 + 3 - i % 4) return 1;
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (macro, declared) in FORMS.items():
        for kind, use in TYPES.items():
            text = TEXT.replace("@MACRO@", macro).replace("@DECLARED@", declared.replace("{type}", kind))
            yield f"{name}_{kind}", text.replace("@USE@", use)
    for name, (macro, declared, variable) in WRONG.items():
        said = f"the tile_static variable '{variable}' can't have an initialiser"
        marked = declared.replace("@", f"  // expected-error {{{{{said}}}}}")
        text = TEXT.replace("@MACRO@", macro).replace("@DECLARED@", marked)
        yield f"initialised_{name}", text.replace("@USE@", "a[l]")
