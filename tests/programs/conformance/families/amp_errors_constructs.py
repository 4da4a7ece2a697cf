"""Constructs that amp-restricted code may not have, one mistake a program, and its twin without it."""

from __future__ import annotations

from collections.abc import Iterator

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "clause_behind_override": (
        "amp.2.1.places",
        "struct b {\n  virtual int f() { return 1; }\n};\n"
        "struct s : b {\n  int f() override restrict(cpu) { return 2; }@\n};",
        "a restrict clause comes after the parameters",
        "struct b {\n  virtual int f() { return 1; }\n};\n"
        "struct s : b {\n  int f() restrict(cpu) override { return 2; }\n};",
    ),
    "destructor_for_amp_alone": (
        "amp.2.2.destructors",
        "struct s {\n  s() restrict(cpu, amp) {}\n  ~s() restrict(amp) {}@\n};",
        "'~s' must be restricted to cpu as well",
        "struct s {\n  s() restrict(cpu, amp) {}\n  ~s() restrict(amp, cpu) {}\n};",
    ),
    "destructor_beside_template": (
        "amp.2.2.destructors",
        "struct s {\n  template <class T>\n  s(T) restrict(cpu, amp) {}\n  ~s() restrict(cpu) {}@\n};",
        "must be restricted to amp as well",
        "struct s {\n  template <class T>\n  s(T) restrict(cpu) {}\n  ~s() restrict(cpu) {}\n};",
    ),
    "array_parameter_captured": (
        "amp.2.4.3.captures",
        "void f(int x[]) {\n  parallel_for_each(extent<1>(2), [=](index<1> i) restrict(amp) {\n"
        "    x[i[0]] = 1;@\n  });\n}",
        "'x' can't be captured",
        "void f(array_view<int> x) {\n  parallel_for_each(extent<1>(2), [=](index<1> i) restrict(amp) {\n"
        "    x[i[0]] = 1;\n  });\n}",
    ),
    "sized_array_parameter_captured": (
        "amp.2.4.3.captures",
        "void f(float x[4]) {\n  auto k = [=](int i) restrict(amp) {\n    return x[i];@\n  };\n  (void)k;\n}",
        "'x' can't be captured",
        "void f() {\n  float x[4] = {};\n  auto k = [=](int i) restrict(amp) {\n    return x[i];\n  };\n"
        "  (void)k;\n}",
    ),
    "array_parameter_of_char": (
        "amp.2.4.1.fundamental",
        "int f(char x[]) restrict(amp) { return 1; }@",
        "is not allowed in amp-restricted code",
        "int f(float x[]) restrict(amp) { return 1; }",
    ),
    "const_cast_to_volatile": (
        "amp.2.4.1.volatile",
        "int f(int* x) restrict(amp) { return *const_cast<volatile int*>(x); }@",
        "'volatile' is not supported",
        "int f(const int* x) restrict(amp) { return *const_cast<int*>(x); }",
    ),
    "address_from_number": (
        "amp.2.4.3.casts",
        "int* f() restrict(amp) { return reinterpret_cast<int*>(16); }@",
        "a cast from an integer to a pointer",
        "int* f() restrict(amp) { return (int*)0; }",
    ),
    "long_double_literal": (
        "amp.2.4.3.literals",
        "float f(float x) restrict(amp) { return x * 2.0L; }@",
        "a literal of the type 'long double'",
        "float f(float x) restrict(amp) { return x * 2.0f; }",
    ),
    "variable_length": (
        "amp.2.4.3.local",
        "int f(int n) restrict(amp) {\n  int a[n];@\n  return a[0];\n}",
        "an array of variable length",
        "int f(int n) restrict(amp) {\n  int a[4] = {n};\n  return a[0];\n}",
    ),
    "alloca": (
        "amp.2.4.3.calls",
        "int f(int n) restrict(amp) {\n  void* p = __builtin_alloca(4);@\n  return p == nullptr;\n}",
        "is not allowed in amp-restricted code",
        "int f(int n) restrict(amp) {\n  void* p = &n;\n  return p == nullptr;\n}",
    ),
    "constant_object": (
        "amp.2.4.3.names",
        "struct s {\n  int x;\n};\nconst s k = {1};\nint f() restrict(amp) { return k.x; }@",
        "'k' can't be used in amp-restricted code",
        "struct s {\n  int x;\n};\nconstexpr s k = {1};\nint f() restrict(amp) { return k.x; }",
    ),
    "static_member_of_object": (
        "amp.2.4.3.names",
        "struct s {\n  int x;\n  static int n;\n};\nint s::n = 1;\n"
        "struct t {\n  int f(s v) const restrict(cpu, amp) { return v.n; }@\n};",
        "'n' can't be used in amp-restricted code",
        "struct s {\n  int x;\n  static const int n = 1;\n};\n"
        "struct t {\n  int f(s v) const restrict(cpu, amp) { return v.n; }\n};",
    ),
    "static_constant_of_parameter": (
        "amp.2.4.3.local",
        "int f(int n) restrict(amp) {\n  static const int k = n;@\n  return k;\n}",
        "needs a constant initialiser",
        "int f(int n) restrict(amp) {\n  static const int k = 3;\n  return k + n;\n}",
    ),
    "result_of_lambda": (
        "amp.2.4.3.lambdas",
        "int f(int n) restrict(amp) {\n  auto k = [](int x) -> short { return x; };@\n  return k(n);\n}",
        "a result of the type 'short'",
        "int f(int n) restrict(amp) {\n  auto k = [](int x) -> int { return x; };\n  return k(n);\n}",
    ),
    "tile_static_view": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static array_view<int> v;@\n}",
        "views can't be tile_static",
        "void f() restrict(amp) {\n  tile_static index<1> v;\n}",
    ),
    "tile_static_array": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static array<int> v;@\n}",
        "can only be used through a reference",
        "void f() restrict(amp) {\n  tile_static int v[3];\n}",
    ),
    "tile_static_static": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  static tile_static int v;@\n}",
        "can't be 'static' as well",
        "void f() restrict(amp) {\n  tile_static int v;\n}",
    ),
    "tile_static_parameter": (
        "amp.2.4.3.tile_static",
        "void f(tile_static int v) restrict(amp) {}@",
        "tile_static is only allowed on local variables",
        "void f(int v) restrict(amp) {}",
    ),
    "tile_static_typedef": (
        "amp.2.4.3.tile_static",
        "typedef tile_static int t;@",
        "tile_static is only allowed on local variables",
        "typedef int t;",
    ),
    "tile_static_result": (
        "amp.2.4.3.tile_static",
        "tile_static int f() restrict(amp) { return 1; }@",
        "the function 'f' can't be tile_static",
        "static int f() restrict(amp) { return 1; }",
    ),
    "unused_array_of_char": (
        "amp.5.1.element_types",
        "array<char>* unused;@",
        "its size must be a multiple of that of int",
        "array<int>* unused;",
    ),
    "host_class_by_reference": (
        "amp.2.4.1.library",
        "#include <vector>\nint f(const std::vector<int>& v) restrict(amp) { return 1; }@",
        "is not allowed in amp-restricted code",
        "#include <vector>\nint f(const array<int>& v) restrict(amp) { return 1; }",
    ),
    "texture_by_value": (
        "amp.2.4.1.library",
        "#include <amp_graphics.h>\nvoid f(graphics::texture<int, 1> t) restrict(amp) {}@",
        "a texture can only be used through a reference",
        "#include <amp_graphics.h>\nvoid f(graphics::texture<int, 1>& t) restrict(amp) {}",
    ),
    "checked_access": (
        "amp.2.3.calls",
        "#include <array>\nint f(std::array<int, 2> a, int i) restrict(amp) { return a.at(i); }@",
        "a function that throws where it fails can't be called in amp-restricted code",
        "#include <array>\nint f(std::array<int, 2> a, int i) restrict(amp) { return a[i]; }",
    ),
    "three_indices": (
        "amp.5.1.call",
        "void f(array<int, 2>& a) {\n  a(1, 2, 3) = 1;@\n}",
        "three indices need an array or a view of rank 3",
        "void f(array<int, 3>& a) {\n  a(1, 2, 3) = 1;\n}",
    ),
}
TEXT = """// rows: @ROW@
// ptx: none
#include <amp.h>

using namespace concurrency;

@DECLARED@

int main() { return 0; }
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (row, wrong, said, right) in CASES.items():
        text = TEXT.replace("@ROW@", row)
        yield name, text.replace("@DECLARED@", wrong.replace("@", f"  // expected-error {{{{{said}}}}}"))
        fine = text.replace("@DECLARED@", right)
        yield f"{name}_right", fine.replace("// ptx: none\n", "") if "parallel_for_each" in right else fine
