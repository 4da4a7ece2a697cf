"""-Wkernel-host-memory, many forms in one program: what a launch copies, what it refers to, and neither."""

from __future__ import annotations

from collections.abc import Iterator

# What is declared before, the variable, the kernel's captures and use.
COPIED = [
    ("", "const std::string& x = text;", "[=]", "x[i[0]]"),
    ("", "auto x = std::make_shared<int>(1);", "[=]", "*x"),
    ("", "std::vector<int> x(4);", "[v, y = x]", "y[i[0]]"),
    ("", "auto x = many();", "[=]", "x[i[0]]"),
    ("", "auto [x, n] = pair_of();", "[v, y = x]", "y[i[0]]"),
    ("", "std::optional<std::vector<int>> x;", "[=]", "(*x)[i[0]]"),
    ("", "std::pair<std::vector<int>, int> x;", "[=]", "x.first[i[0]]"),
    ("", "std::array<std::vector<int>, 2> x;", "[=]", "x[1][i[0]]"),
    ("", "std::tuple<int, std::string> x;", "[=]", "std::get<1>(x)[0]"),
    ("", "std::vector<int> y(4); auto x = [=](int k) { return y[k]; };", "[=]", "x(i[0])"),
    ("using owned = std::vector<int>;", "owned x(4);", "[=]", "x[i[0]]"),
    ("struct owned : std::vector<int> {};", "owned x;", "[=]", "x[i[0]]"),
    (
        "struct owned {\n  int* p = new int[4];\n  void drop() { delete[] p; }\n  ~owned() { drop(); }\n};",
        "owned x;",
        "[=]",
        "x.p[i[0]]",
    ),
    (
        "struct base {\n  int* p = new int[4];\n  ~base() { delete[] p; }\n};\nstruct owned : base {};",
        "owned x;",
        "[=]",
        "x.p[i[0]]",
    ),
]
REFERRED = [
    ("", "std::vector<int> x(4);", "[&]", "x[i[0]]"),
    ("", "std::vector<int> x(4);", "[=, &x]", "x[i[0]]"),
    ("", "std::vector<int> x(4);", "[v, &y = x]", "y[i[0]]"),
    ("", "auto x = std::make_unique<int[]>(4);", "[=, &x]", "x[i[0]]"),
    ("", "auto x = std::make_shared<int>(4);", "[&x, v]", "*x"),
    ("", "std::vector<int> y(4); auto* x = &y;", "[=]", "(*x)[i[0]]"),
    ("std::vector<int> x(4);", "", "[=]", "x[i[0]]"),
    ("", "static std::vector<int> x(4);", "[=]", "x[i[0]]"),
    ("struct owned {\n  std::unique_ptr<int> p;\n};", "owned x;", "[&]", "*x.p"),
    (
        "struct owned {\n  int* p = new int[4];\n  ~owned() { delete[] p; }\n};",
        "owned x;",
        "[&]",
        "x.p[i[0]]",
    ),
]
# Nothing is said of these.
NOT_HELD = [
    ("", "std::vector<int> x(4); int n = int(x.size());", "[=]", "n"),
    ("", "std::vector<int> x(4); auto p = std::make_unique<int>(1);", "[&]", "i[0]"),
    ("", "std::vector<int> x(4); hc::array<int> a(4);", "[&]", "a[i]"),
    ("", "std::vector<int> x(4);", "[=]", "int(sizeof(x))"),
    ("", "std::optional<int> x(4); std::tuple<int, float> y;", "[=]", "*x + std::get<0>(y)"),
    ("struct vector {\n  int n;\n};", "vector x{1};", "[=]", "x.n"),
    ("struct owned {\n  std::vector<int> d;\n  int n;\n};", "owned x{{}, 1};", "[=, &x]", "x.n"),
    ("struct node {\n  node* p;\n  ~node() { delete p; }\n};", "node* x = nullptr;", "[=]", "x ? 1 : 2"),
    (
        "struct buffer {\n  int* p = nullptr;\n  ~buffer() { hc::am_free(p); }\n};",
        "buffer x; int* p = x.p;",
        "[=]",
        "p ? 1 : 2",
    ),
]
# Members through `this`, and what a template's instance holds.
IN_CLASSES = """struct owner {
  std::vector<int> d{1, 2, 3, 4};
  int n = 2;
  void implicit(hc::array_view<int> v) const {
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
      v[i] = d[i[0]];@WARNING@
    });
  }
  void named(hc::array_view<int> v) const {
    hc::parallel_for_each(v.get_extent(), [this, v](hc::index<1> i) [[hc]] {
      v[i] = int(d.size());@WARNING@
    });
  }
  void copied(hc::array_view<int> v) {
    hc::parallel_for_each(v.get_extent(), [=, *this](hc::index<1> i) [[hc]] {
      v[i] = d[i[0]];@ERROR@
    });
  }
  void made(hc::array_view<int> v) {
    hc::parallel_for_each(v.get_extent(), [=, m = int(d.size()) + n](hc::index<1> i) [[hc]] { v[i] = m; });
  }
  void other(hc::array_view<int> v) const {
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = n; });
  }
};
template <typename T>
void fill(hc::array_view<int> v, const T& from) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = from[i[0]];@ERROR@
  });
}
template <typename T>
void right(hc::array_view<int> v, const T& from) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = from[i[0]]; });
}
void run(hc::array_view<int> v) {
  owner o;
  o.implicit(v);
  o.named(v);
  o.copied(v);
  o.made(v);
  o.other(v);
  fill(v, o.d);
  right(v, std::array<int, 4>{});
}
"""
MANY_TEXT = """// rows: hc.warnings.kernel_host_memory
#include <hc.hpp>

#include <hc_am.hpp>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

const std::string text = "text";
std::vector<int> many() { return {1, 2, 3, 4}; }
std::pair<std::vector<int>, int> pair_of() { return {}; }
@DECLARED@
int main(int count, char**) {
  hc::array_view<int> v(4);
  if (count > 9) {
    @RUN@
  }
}
"""


def programs() -> Iterator[tuple[str, str]]:
    yield "copied", _many(COPIED, "  // expected-error {{owns memory of the host}}")
    yield "referred", _many(REFERRED, "  // expected-warning {{owns memory of the host}}")
    yield "not_held", _many(NOT_HELD, "")
    text = MANY_TEXT.replace("@DECLARED@", IN_CLASSES).replace("@RUN@", "run(v);")
    for kind in ("warning", "error"):
        said = f"  // expected-{kind} {{{{owns memory of the host}}}}"
        text = text.replace(f"@{kind.upper()}@", said)
    yield "in_classes", text


def _many(cases: list[tuple[str, str, str, str]], said: str) -> str:
    """One program, with a namespace for each."""
    parts = [
        f"namespace n{number} {{\n{declared}\nvoid run(hc::array_view<int> v) {{\n  {variable} "
        f"hc::parallel_for_each(v.get_extent(), {captures}(hc::index<1> i) [[hc]] {{ "
        f"v[i] = {use}; }}).wait();{said}\n}}\n}}  // namespace n{number}"
        for number, (declared, variable, captures, use) in enumerate(cases)
    ]
    calls = " ".join(f"n{number}::run(v);" for number in range(len(cases)))
    return MANY_TEXT.replace("@DECLARED@", "\n".join(parts)).replace("@RUN@", calls)
