"""hcc's own warnings: each in several forms, and beside each a twin that it must not say anything of.

What is warned of is compiled and not run: it would work on some devices and not on others.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.owners_in_kernels import (
    OWN_FUNCTIONS,
    OWNER_TEXT,
    OWNERS,
    RIGHT_OWN_FUNCTIONS,
    RIGHT_OWNERS,
)

_FUTURE = (
    "hc::completion_future run(hc::array_view<int> v) {\n  hc::array_view<int> local(v);\n"
    "  auto f = hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { local[i] = 1; });\n"
)
# flag -> name -> (what is warned of, with @ after the line; the twin)
CASES: dict[str, dict[str, tuple[str, str]]] = {
    "kernel-this": {
        "member": (
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n      v[i] = n++;@\n"
            "    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n      v[i] = n + 1;\n"
            "    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
        ),
        "named": (
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [this, v](hc::index<1> i) [[hc]] {\n"
            "      n += v[i];@\n    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [*this, v](hc::index<1> i) mutable [[hc]] {\n"
            "      n += v[i];\n    });\n"
            "    hc::parallel_for_each(v.get_extent(), [this, v](hc::index<1> i) [[hc]] { v[i] = n; });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
        ),
        "out_of_class": (
            "struct s {\n  int n[2];\n  void run(hc::array_view<int> v);\n};\n"
            "void s::run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
            "    this->n[1] = v[i];@\n  });\n"
            "}\nvoid run(hc::array_view<int> v) { s{{2}}.run(v); }",
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) const;\n};\n"
            "void s::run(hc::array_view<int> v) const {\n"
            "  hc::parallel_for_each(v.get_extent(), [=, *this](hc::index<1> i) [[hc]] { v[i] = n; });\n"
            "}\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
        ),
        "member_function": (
            "struct s {\n  int n;\n  int next() [[hc]] { return ++n; }\n"
            "  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n      v[i] = next();@\n"
            "    });\n  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
            "struct s {\n  int n;\n  int get() [[cpu, hc]] { return n; }\n"
            "  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n      v[i] = get();\n"
            "    });\n  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
        ),
        "reference": (
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
            "      int& m = n;@\n      m += v[i];\n    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
            "struct s {\n  int n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
            "      const int& m = n;\n      v[i] += m;\n    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{2}.run(v); }",
        ),
        "pointer": (
            "struct s {\n  int n[4];\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
            "      *(n + i[0]) = 1;@\n    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{{2}}.run(v); }",
            "struct s {\n  int* n;\n  void run(hc::array_view<int> v) {\n"
            "    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n"
            "      *(n + i[0]) = 1;\n    });\n"
            "  }\n};\nvoid run(hc::array_view<int> v) { s{nullptr}.run(v); }",
        ),
    },
    "tile-static-without-tiles": {
        "kernel": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {\n    tile_static int t;@\n"
            "    t = 1;\n    v[i] = t;\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> i) [[hc]] {\n"
            "    tile_static int t;\n    t = 1;\n    i.barrier.wait();\n    v[i.global] = t;\n  });\n}",
        ),
        "generic": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent(), [=](auto i) [[hc]] {\n    tile_static int t;@\n"
            "    t = 1;\n    v[i] = t;\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](auto i) [[hc]] {\n"
            "    tile_static int t;\n    t = 1;\n    i.barrier.wait();\n    v[i.global] = t;\n  });\n}",
        ),
        "function": (
            "int last(int n) [[hc]] {\n  tile_static int t[4];@\n  t[n] = n;\n  return t[n];\n}\n"
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = last(i[0]); });\n}",
            "int last(int n) [[hc]] {\n  tile_static int t[4];\n  t[n] = n;\n  return t[n];\n}\n"
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> i) [[hc]] {\n"
            "    v[i.global] = last(i.local[0]);\n  });\n}",
        ),
    },
    "missing-wait": {
        "subscript": (
            "int run(hc::array_view<int> v) {\n  int* p = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { p[i[0]] = 1; });\n"
            "  return result(p[0]);@\n}",
            "int run(hc::array_view<int> v) {\n  int* p = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { p[i[0]] = 1; }).wait();\n"
            "  return result(p[0]);\n}",
        ),
        "future_not_waited_for": (
            "int run(hc::array_view<int> v) {\n  auto p = memory();\n"
            "  auto f = hc::parallel_for_each(v.get_extent(),"
            " [=](hc::index<1> i) [[hc]] { p[i[0]] += 1; });\n"
            "  int first = p[1];@\n  f.wait();\n  return first;\n}",
            "int run(hc::array_view<int> v) {\n  auto p = memory();\n"
            "  auto f = hc::parallel_for_each(v.get_extent(),"
            " [=](hc::index<1> i) [[hc]] { p[i[0]] += 1; });\n"
            "  f.wait();\n  int first = p[1];\n  return first;\n}",
        ),
        "pointee": (
            "int run(hc::array_view<int> v) {\n  int* const p = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1>) [[hc]] { *p = 1; });\n"
            "  const int first = *p;@\n  return first;\n}",
            "int run(hc::array_view<int> v) {\n  int* const p = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1>) [[hc]] { *p = 1; });\n"
            "  hc::accelerator().get_default_view().wait();\n  const int first = *p;\n  return first;\n}",
        ),
        "another_pointer": (
            "int run(hc::array_view<int> v) {\n  int *p = memory(), *q = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { q[i[0]] = p[i[0]]; });\n"
            "  p[0] = 1;\n  return result(q[0]);@\n}",
            "int run(hc::array_view<int> v) {\n  int *p = memory(), *q = memory();\n"
            "  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { q[i[0]] = p[i[0]]; });\n"
            "  return p[0];\n}",
        ),
    },
    "dangling-view": {
        "default": (
            _FUTURE + "  f.then([&] { local[0] = 2; });@\n  return f;\n}",
            _FUTURE + "  f.then([=] { local[0] = 2; });\n  return f;\n}",
        ),
        "named": (
            _FUTURE + "  f.then([&local]() { local[0] = 2; });@\n  return f;\n}",
            _FUTURE + "  f.then([&local]() { local[0] = 2; }).wait();\n  return f;\n}",
        ),
        "copied": (
            "hc::completion_future last;\n"
            + _FUTURE
            + "  f.then([&] { local[0] = 2; });@\n  return last = f;\n}",
            _FUTURE.replace("hc::completion_future", "void") + "  f.then([&] { local[0] = 2; });\n}",
        ),
    },
    "wave-size": {
        "loop": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    int x = t.local[0];\n    for (int d = 32; d > 0; d /= 2)@\n      x += __shfl_down(x, d);\n"
            "    v[t.global] = x;\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    int x = t.local[0];\n    for (int d = __wavesize() / 2; d > 0; d /= 2)\n"
            "      x += __shfl_down(x, d);\n    v[t.global] = x;\n  });\n}",
        ),
        "helper": (
            "template <class T> inline T other(T x, int d) [[hc]] { return __shfl_xor(x, d); }\n"
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    int x = t.local[0];\n    for (int d = 32; d > 0; d /= 2)@\n      x += other(x, d);\n"
            "    v[t.global] = x;\n  });\n}",
            "inline int sum(int x) [[hc]] {\n"
            "  for (int d = 1; d < __wavesize(); d *= 2) x += __shfl_xor(x, d);\n  return x;\n}\n"
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    v[t.global] = sum(t.local[0]) + t.local[0] / 32;\n  });\n}",
        ),
        "lane": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    const int lane = t.local[0] % 64;@\n    v[t.global] = __shfl(lane, 0);\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(64), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    const int lane = __lane_id();\n    v[t.global] = __shfl(lane, 0) + 32;\n  });\n}",
        ),
        "mask": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    if ((t.local[0] & 31) == 0) v[t.global] = __any(1);@\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    if ((t.local[0] & 31) == 0) v[t.global] = 1;\n  });\n}",
        ),
        "width": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    v[t.global] = __shfl_xor(int(t.local[0]), 1, 64);@\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    v[t.global] = __shfl_xor(int(t.local[0]), 1);\n  });\n}",
        ),
        "narrow_width": (
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    v[t.global] = __shfl_xor(int(t.local[0]), 1, 8);@\n  });\n}",
            "void run(hc::array_view<int> v) {\n"
            "  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {\n"
            "    if (__wavesize() >= 8) v[t.global] = __shfl_xor(int(t.local[0]), 1, 8);\n  });\n}",
        ),
        "functions": (  # with the annotation in front
            "[[hc]] inline int f(int x) {\n  return __shfl(x, 0, 8);@\n}\n"
            "template <class T>\n[[hc]] T g(T x) {\n  return __shfl_up(x, 1, 64);@\n}\n"
            "struct s {\n  [[hc]] static int h(int x) {\n    return __shfl_xor(x, 1, 4);@\n  }\n};\n"
            "void run(hc::array_view<int> v) {\n  hc::parallel_for_each(v.get_extent().tile(4),"
            " [=](hc::tiled_index<1> t) [[hc]] { v[t.global] = f(1) + g(2) + s::h(3); });\n}",
            "struct s {\n  [[hc]] static int f(int x, int n) { return __shfl_xor(x, 1, n); }\n};\n"
            "void run(hc::array_view<int> v) {\n  hc::parallel_for_each(v.get_extent().tile(4),"
            " [=](hc::tiled_index<1> t) [[hc]] { v[t.global] = s::f(3, __wavesize()); });\n}",
        ),
    },
}
BARRIERS = {
    "neighbour": (
        "s[l] = l;\n    v[t.global] = s[l + 1 - l / 3];@",
        "s[l] = l;\n    t.barrier.wait();\n    v[t.global] = s[l + 1 - l / 3];",
    ),
    "first_element": (
        "s[l] = l;\n    v[t.global] = s[0];@",
        "s[l] = l;\n    if (l == 0) v[t.global] = s[0];",
    ),
    "loop": (
        "s[l] = l;\n    int sum = 0;\n    for (int k = 0; k < 4; ++k) sum += s[k];@\n    v[t.global] = sum;",
        "s[l] = l;\n    t.barrier.wait();\n    int sum = 0;\n    for (int k = 0; k < 4; ++k) sum += s[k];\n"
        "    v[t.global] = sum;",
    ),
    "lockstep": (
        "s[l] = l;\n    t.barrier.wait();\n    if (l < 2) {\n      s[l] += s[l + 2];\n"
        "      s[l] += s[l + 1];@\n    }",
        "s[l] = l;\n    t.barrier.wait();\n    for (int d = 2; d > 0; d /= 2) {\n"
        "      if (l < d) s[l] += s[l + d];\n      t.barrier.wait();\n    }",
    ),
    "one_writes": (
        "if (l == 0) one = 5;\n    v[t.global] = one;@",
        "if (l == 0) one = 5;\n    t.barrier.wait();\n    v[t.global] = one;",
    ),
    "own_element": (
        "s[t.local[0]] = l;\n    v[t.global] = s[(l + 1) % 4];@",
        "s[t.local[0]] = l;\n    v[t.global] = s[l];",
    ),
    "one_item_does_all": (
        "s[l] = l;\n    if (l == 0) {\n      for (int k = 0; k < 4; ++k) one += s[k];@\n    }",
        "if (l == 0) {\n      for (int k = 0; k < 4; ++k) s[k] = k;\n      one = s[3];\n"
        "      v[t.global] = one;\n    }",
    ),
    "rows_before": (
        "s[l] = l;\n    t.barrier.wait();\n    for (int k = 0; k < 3; ++k)\n      if (l < k) {\n"
        "        s[l] += 1;\n        v[t.global] = s[k];@\n      }",
        "s[l] = l;\n    for (int k = 0; k < 3; ++k) {\n      t.barrier.wait();\n      if (l > k) {\n"
        "        s[l] -= 1;\n        s[l] += s[k];\n      }\n    }\n    for (int k = 0; k < 3; ++k) {\n"
        "      t.barrier.wait();\n      if (k < l) {\n        s[l] -= 1;\n"
        "        for (int j = 0; j < k; ++j) v[t.global] += s[j];\n      }\n    }",
    ),
    "above_the_written": (
        "s[l] = l;\n    t.barrier.wait();\n    for (int d = 2; d > 0; d /= 2) {\n      if (l <= d) {\n"
        "        s[l] += 1;\n        if (s[l + d] > 2) s[l] = 2;@\n      }\n      t.barrier.wait();\n    }",
        "s[l] = l;\n    t.barrier.wait();\n    for (int d = 2; d > 0; d /= 2) {\n      if (l < d) {\n"
        "        s[l] += 1;\n        if (s[l + d] > 2) s[l] = s[d + l];\n      }\n"
        "      t.barrier.wait();\n    }",
    ),
    "function_with_the_tile": (
        "s[l] = l;\n    v[t.global] = s[3 - l + l - 1];@",
        "s[l] = l;\n    wait_for(t);\n    v[t.global] = s[3 - l + l - 1];",
    ),
}
BARRIER_TEXT = """void wait_for(const hc::tiled_index<1>& t) [[hc]] { t.barrier.wait(); }
void run(hc::array_view<int> v) {
  hc::parallel_for_each(v.get_extent().tile(4), [=](hc::tiled_index<1> t) [[hc]] {
    tile_static int s[4];
    tile_static int one;
    const int l = t.local[0];
    @BODY@
  });
}"""
TEXT = """// rows: hc.warnings.@FLAG@
#include <hc.hpp>

#include <hc_am.hpp>

int* memory() {
  hc::accelerator a;
  return static_cast<int*>(hc::am_alloc(64, a, 0));
}
int result(int n) { return n; }
@DECLARED@

int main(int count, char**) {
  hc::array_view<int> v(4);
  if (count > 9) run(v);
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for flag, cases in CASES.items():
        for name, (wrong, right) in cases.items():
            yield from _both(flag, name, wrong, right)
    for name, (wrong, right) in BARRIERS.items():
        body = BARRIER_TEXT.replace("@BODY@", wrong), BARRIER_TEXT.replace("@BODY@", right)
        yield from _both("missing-barrier", name, *body)
    for name, (declared, variable, use) in OWNERS.items():
        text = OWNER_TEXT.replace("@DECLARED@", declared).replace("@VARIABLE@", variable)
        said = "  // expected-error {{owns memory of the host, which no GPU reaches}}"
        yield f"kernel-host-memory_{name}", text.replace("@USE@", use).replace("@MARK@", said)
    owned = [(n, c, "") for n, c in OWN_FUNCTIONS.items()]
    for name, (members, use), end in [*owned, *((n, c, "_right") for n, c in RIGHT_OWN_FUNCTIONS.items())]:
        text = OWNER_TEXT.replace("@DECLARED@", f"struct holder {{\n  {members}\n}};").replace("@MARK@", "")
        text = text.replace("@VARIABLE@", "holder x;").replace("@USE@", f"x.{use}")
        said = "  // expected-error {{owns memory of the host, which no GPU reaches}}"
        yield f"kernel-host-memory_function_{name}{end}", text.replace("@", said)
    for name, (declared, variable, use) in RIGHT_OWNERS.items():
        text = OWNER_TEXT.replace("@DECLARED@", declared).replace("@VARIABLE@", variable)
        yield f"kernel-host-memory_{name}_right", text.replace("@USE@", use).replace("@MARK@", "")


def _both(flag: str, name: str, wrong: str, right: str) -> Iterator[tuple[str, str]]:
    text = TEXT.replace("@FLAG@", flag.replace("-", "_"))
    mark = f"  // expected-warning {{{{[-W{flag}]}}}}"
    yield f"{flag}_{name}", text.replace("@DECLARED@", wrong.replace("@", mark))
    yield (
        f"{flag}_{name}_off",
        text.replace("@DECLARED@", wrong.replace("@", "")).replace(
            "#include <hc.hpp>\n\n", f"// flags: -Wno-{flag}\n#include <hc.hpp>\n\n", 1
        ),
    )
    yield f"{flag}_{name}_right", text.replace("@DECLARED@", right)
