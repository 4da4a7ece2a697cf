"""Sources without `using namespace concurrency`: one error, at the first name that needs it."""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: amp.2.2.adl
#include <amp.h>

#include <vector>
@DIRECTIVE@
@BODY@
"""
# The first name, and a text that uses more of them behind it.
BODIES = {
    "array_view": """int main() {
  std::vector<int> v(10);
  array_view<int> a(10, v);@
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = i[0]; });
  a.synchronize();
  return v[9] == 9 ? 0 : 1;
}""",
    "index": """int twice(index<1> i) restrict(amp) {@
  return 2 * i[0];
}
int main() {
  array_view<int> w(4);
  parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = twice(i); });
  return w[3] == 6 ? 0 : 1;
}""",
    "accelerator": """int main() {
  std::vector<accelerator> all = accelerator::get_all();@
  for (const accelerator& one : all) {
    accelerator_view view = one.default_view;
    view.wait();
  }
  return all.empty() ? 1 : 0;
}""",
    "array": """int main() {
  array<int, 2> a(2, 3);@
  parallel_for_each(a.extent, [&a](index<2> i) restrict(amp) { a[i] = i[1]; });
  std::vector<int> v = a;
  return v[5] == 2 ? 0 : 1;
}""",
    "tiled": """int main() {
  array_view<int> a(8);@
  extent<1> e(8);
  parallel_for_each(e.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    t.barrier.wait();
    a[t] = t.local[0];
  });
  return a[7] == 3 ? 0 : 1;
}""",
}


def programs() -> Iterator[tuple[str, str]]:
    for name, body in BODIES.items():
        first = "array_view" if name == "tiled" else name
        said = f"'{first}'; 'using namespace concurrency;' makes it 'concurrency::{first}'"
        right = TEXT.replace("@DIRECTIVE@", "\nusing namespace concurrency;").replace("@BODY@", body)
        wrong = TEXT.replace("@DIRECTIVE@", "").replace("@BODY@", body)
        yield name, _without_kernels(wrong.replace("@", f"  // expected-error {{{{{said}}}}}"))
        right = right.replace("@", "")
        yield f"{name}_right", right if "parallel_for_each" in right else _without_kernels(right)


def _without_kernels(text: str) -> str:
    return text.replace("adl\n", "adl\n// ptx: none\n")
