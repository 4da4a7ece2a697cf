"""What HC's kernels may not do, in each place that a kernel reaches, with the calls that lead there."""

from __future__ import annotations

from collections.abc import Iterator

# What is forbidden: a statement with the value n at hand, and its name in the message.
STATEMENTS = {
    "throw": ("if (n < 0) throw n;", "'throw' is not allowed in a kernel"),
    "try": ("try { n += 1; } catch (...) {}", "'try' is not allowed in a kernel"),
    "new": ("int* p = new int(n); n = *p;", "'new' is not allowed in a kernel"),
    "delete": ("delete &n;", "'delete' is not allowed in a kernel"),
    "typeid": ("n += typeid(n) == typeid(float);", "'typeid' is not allowed in a kernel"),
    "dynamic_cast": (
        "n += dynamic_cast<Derived*>(base(n)) != nullptr;",
        "'dynamic_cast' is not allowed in a kernel",
    ),
    "computed_goto": (
        "void* p = &&end; goto *p; end: n += 1;",
        "a computed 'goto' is not allowed in a kernel",
    ),
    "tile_static_initialised": (
        "tile_static int t[2] = {1, 2}; n = t[1];",
        "the tile_static variable 't' can't have an initialiser, which no tile would run",
    ),
    "cpu_function": (
        "n = cpu_only(n);",
        "'cpu_only(int)' is restricted to the CPU and can't be called in a kernel",
    ),
}
PLACES = {
    "kernel": """
int main() {
  hc::array_view<int> v(16);
  // expected-note@+1 {{kernel starts here}}
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int n = v[i];
    %s
    v[i] = n;
  });
}
""",
    "function": """
int work(int n) [[hc]] {
  %s
  return n;
}
int main() {
  hc::array_view<int> v(16);
  // expected-note@+1 {{kernel starts here}}
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = work(v[i]);  // expected-note {{'work(int)' is called from the kernel here}}
  });
}
""",
    "unannotated": """
struct Worker {
  int work(int n) const {
    %s
    return n;
  }
};
int between(int n) { return Worker().work(n); }
// expected-note@-1 {{'work(int)' is called from 'between(int)' here}}
int main() {
  hc::array_view<int> v(16);
  // expected-note@+1 {{kernel starts here}}
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = between(v[i]);  // expected-note {{'between(int)' is called from the kernel here}}
  });
}
""",
    "functor": """
struct Kernel {
  hc::array_view<int> v;
  void operator()(hc::index<1> i) const [[hc]] {  // expected-note {{kernel starts here}}
    int n = v[i];
    %s
    v[i] = n;
  }
};
int main() {
  hc::array_view<int> v(16);
  hc::parallel_for_each(v.get_extent(), Kernel{v});
}
""",
}
HEAD = """// rows: hc.rules.%s
#include <hc.hpp>
#include <typeinfo>

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {};
Base* base(int n) [[hc]];
int cpu_only(int n) [[cpu]] { return n; }
"""


def programs() -> Iterator[tuple[str, str]]:
    for what, (statement, message) in STATEMENTS.items():
        for place, frame in PLACES.items():
            told = f"{statement}  // expected-error {{{{{message}}}}}"
            yield f"{what}_in_{place}", HEAD % what + frame % told
