"""One mistake, one error: tile_static objects, lambdas for amp alone outside of functions, instantiations."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "tile_static_holds_view": (
        "amp.2.4.3.tile_static",
        "struct b {\n  array_view<int> v;\n};\nstruct s : b {\n  int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x[4];@\n  x[0].n = 1;\n}",
        "can't be made: 'concurrency::array_view<int>' has no default constructor",
        "struct b {\n  int v;\n};\nstruct s : b {\n  int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x[4];\n  x[0].n = 1;\n}",
    ),
    "tile_static_without_default": (
        "amp.2.4.3.tile_static",
        "struct m {\n  int x;\n  m(int n) restrict(cpu, amp) : x(n) {}\n};\n"
        "struct s {\n  m a;\n  const int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;@\n}",
        "can't be made: 's' has no default constructor",
        "struct m {\n  int x;\n  m(int n = 1) restrict(cpu, amp) : x(n) {}\n};\n"
        "struct s {\n  m a;\n  const int n = 2;\n};\n"
        "struct t {\n  int x;\n  template <class... T>\n  t(T... v) restrict(amp);\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;\n  tile_static t y;\n}",
    ),
    "tile_static_deleted_default": (
        "amp.2.4.3.tile_static",
        "struct s {\n  int n;\n  s() = delete;\n};\nvoid f() restrict(amp) {\n  tile_static s x[2];@\n}",
        "can't be made: 's' has no default constructor",
        "struct s {\n  int n;\n  s() = default;\n};\nvoid f() restrict(amp) {\n  tile_static s x[2];\n}",
    ),
    "tile_static_made_on_cpu": (
        "amp.2.4.3.tile_static",
        "struct s {\n  int n;\n  s() : n(1) {}\n};\nvoid f() restrict(amp) {\n  tile_static s x;@\n}",
        "'s' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n  int n;\n  s() restrict(amp) : n(1) {}\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;\n}",
    ),
    "tile_static_ended_on_cpu": (
        "amp.2.4.3.tile_static",
        "struct s {\n  int n;\n  ~s() {}\n};\nvoid f() restrict(amp) {\n  tile_static s x;@\n}",
        "'~s' is not restricted to amp and can't be called in amp-restricted code",
        "struct s {\n  int n;\n  ~s() restrict(cpu, amp) {}\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;\n}",
    ),
    "nullptr_member": (
        "amp.2.4.1.compound",
        "struct s {\n  std::nullptr_t p;\n};\nvoid f(s) restrict(amp);@",
        "its member 'p' has the unsupported type 'std::nullptr_t'; std::nullptr_t is a pointer's type",
        "std::nullptr_t f(std::nullptr_t p) restrict(amp) {\n  std::nullptr_t q = p;\n  return q;\n}",
    ),
    "lambda_to_pointer_outside": (
        "amp.2.3.amp_from_cpu",
        "struct s {\n  int (*m)(int) = [](int x) restrict(amp) { return x; };@\n};\n"
        "int f(int (*p)(int) = [](int x) restrict(amp) { return x; });@\n"
        "auto l = [](int x) restrict(amp) { return x; };\n"
        "int (*q)(int) = l;@\nint n = l(1);@",
        "the lambda is restricted to amp and can't be used in code for the CPU",
        "struct s {\n  int (*m)(int) = [](int x) restrict(amp, cpu) { return x; };\n};\n"
        "int f(int (*p)(int) = [](int x) { return x; });\n"
        "auto l = [](int x) restrict(amp, cpu) { return x; };\n"
        "int (*q)(int) = l;\nint n = l(1);\n"
        "auto k = [](int x) restrict(amp) { return x; };\nunsigned m = sizeof(k(1));",
    ),
    "lambda_to_template_outside": (
        "amp.2.3.amp_from_cpu",
        "#include <functional>\n"
        "template <class F>\nint call(F f) {\n  return f(1);\n}\n"
        "int n = call([](int x) restrict(amp) { return x; });@\n"
        "std::function<int(int)> g = [](int x) restrict(amp) { return x; };@",
        "the lambda is restricted to amp and can't be used in code for the CPU",
        "#include <functional>\n"
        "template <class F>\nint call(F f) {\n  array_view<int> v(1);\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = f(2); });\n  return v[0];\n}\n"
        "int n = call([](int x) restrict(amp) { return x; });\n"
        "std::function<int(int)> g = [](int x) restrict(cpu, amp) { return x; };",
    ),
    "lambda_to_library": (
        "amp.2.3.amp_from_cpu",
        "#include <algorithm>\n"
        "void f(int* p) {\n  std::for_each(p, p + 2, [](int& x) restrict(amp) { x = 1; });@\n}",
        "the lambda is restricted to amp and can't be used in code for the CPU",
        "#include <algorithm>\n"
        "void f(int* p) {\n  std::for_each(p, p + 2, [](int& x) restrict(amp, cpu) { x = 1; });\n}",
    ),
    "explicit_instantiations": (
        "amp.2.4.1.templates",
        "namespace n {\n"
        "template <class T>\nint f(int x) restrict(cpu, amp) {\n  T u = T(x);@\n  return u;\n}\n"
        "template <class T>\nint g(T x) restrict(amp) {@\n  return 1;\n}\n"
        "template <class T>\nint g(T* x, int) restrict(amp) {\n  return 1;\n}\n}\n"
        "template <class T>\nstruct s {\n  int x;\n  int m(T v) const restrict(amp) {@\n    return 1;\n  }\n"
        "  template <class U>\n  static auto k(U v) restrict(amp) -> int {@\n    return 1;\n  }\n"
        "  int operator+(T v) restrict(amp) {@\n    return 1;\n  }\n};\n"
        "template int n::f<char>(int) restrict(cpu, amp);\n"
        "template int n::g(char) restrict(amp);\n"
        "template int s<char>::m(char) const restrict(amp);\n"
        "template auto s<int>::k<char>(char v) restrict(amp) -> int;\n"
        "template int s<char>::operator+(char v) restrict(amp);",
        "of the type 'char' is not allowed in amp-restricted code",
        "namespace n {\n"
        "template <class T>\nint f(int x) restrict(cpu, amp) {\n  T u = T(x);\n  return u;\n}\n"
        "template <class T>\nint g(T x) restrict(amp) {\n  return 1;\n}\n"
        "template <class T>\nint g(T* x, int) restrict(amp) {\n  return 1;\n}\n}\n"
        "template <class T>\nstruct s {\n  int x;\n  int m(T v) const restrict(amp) {\n    return 1;\n  }\n"
        "  template <class U>\n  static auto k(U v) restrict(amp) -> int {\n    return 1;\n  }\n"
        "  int operator+(T v) restrict(amp) {\n    return 1;\n  }\n};\n"
        "template int n::f<int>(int) restrict(cpu, amp);\n"
        "template int n::g(int) restrict(amp);\n"
        "template int s<int>::m(int) const restrict(amp);\n"
        "template auto s<int>::k<int>(int v) restrict(amp) -> int;\n"
        "template int s<int>::operator+(int v) restrict(amp);",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())
