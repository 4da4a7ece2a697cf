"""One mistake, one error: tile_static objects, lambdas for amp alone outside of functions, instantiations."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "cpu_lambda_calls": (
        "amp.2.3.amp_from_cpu",
        "int c(int n) { return n; }\nvoid f(array_view<int> v) {\n"
        "  auto inner = [](int n) { return c(n); };\n  auto l = [=](int n) { return inner(n) + c(n); };\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n    v[i] = l(3);@\n  });\n}",
        "the lambda is not restricted to amp and can't be called in amp-restricted code",
        "int c(int n) { return n; }\nvoid f(array_view<int> v) {\n"
        "  auto l = [=](int n) { return c(n); };\n  const int n = l(3);\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n    v[i] = n;\n  });\n}",
    ),
    "cpu_lambda_throws": (
        "amp.2.3.amp_from_cpu",
        "int n;\ntemplate <class F>\nint call(F f) restrict(cpu, amp) {\n  return f(1);@\n}\n"
        "void f(array_view<int> v) {\n  auto l = [](int x) {\n    if (x > 3) throw x;\n    return n;\n  };\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = call(l); });\n}",
        "the lambda is not restricted to amp and can't be called in amp-restricted code",
        "template <class F>\nint call(F f) restrict(cpu, amp) {\n  return f(1);\n}\n"
        "void f(array_view<int> v) {\n  auto l = [](int x) restrict(cpu, amp) { return x; };\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = call(l); });\n}",
    ),
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
    "tile_static_hidden_default": (
        "amp.2.4.3.tile_static",
        "class s {\n  s() restrict(amp) {}\n\n public:\n  int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x[2];@\n  x[0].n = 1;\n}",
        "can't be made: the default constructor of 's' is private",
        "class s {\n  s() restrict(amp) {}\n  friend int g() restrict(amp);\n\n public:\n  int n;\n};\n"
        "int g() restrict(amp) {\n  tile_static s x[2];\n  x[0].n = 1;\n  return x[0].n;\n}\n"
        "class t {\n  t() restrict(amp) {}\n  int n;\n\n public:\n"
        "  static int f() restrict(amp) {\n    tile_static t x;\n    x.n = 1;\n    return x.n;\n  }\n};",
    ),
    "tile_static_protected_default": (
        "amp.2.4.3.tile_static",
        "template <class T>\nclass s {\n protected:\n  s() restrict(amp) {}\n\n public:\n  T n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s<int> x;@\n}",
        "can't be made: the default constructor of 's<int>' is protected",
        "template <class T>\nclass s {\n protected:\n  s() restrict(amp) {}\n\n public:\n  T n;\n};\n"
        "struct d : s<int> {};\nvoid f() restrict(amp) {\n  tile_static d x;\n}",
    ),
    "tile_static_hidden_destructor": (
        "amp.2.4.3.tile_static",
        "class s {\n  ~s() restrict(cpu, amp) {}\n\n public:\n  int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;@\n}",
        "can't be made: the destructor of 's' is private",
        "class s {\n public:\n  ~s() restrict(cpu, amp) {}\n  int n;\n};\n"
        "void f() restrict(amp) {\n  tile_static s x;\n}",
    ),
    "tile_static_constant": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static const int x;@\n}",
        "a tile_static variable can't be const: nothing could give it a value",
        "void f() restrict(amp) {\n  tile_static int x;\n}",
    ),
    "tile_static_empty_array": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static int x[2][0];@\n}",
        "'int[2][0]' is not allowed in amp-restricted code: an array has one element at least",
        "void f() restrict(amp) {\n  tile_static int x[2][1];\n}",
    ),
    "empty_arrays": (
        "amp.2.4.1.compound",
        "struct s {\n  int n;\n  int a[0];\n};\nint f(s& x) restrict(amp) {@\n  int y[0];@\n  return x.n;\n}",
        "an array has one element at least",
        "struct s {\n  int n;\n  int a[0];\n};\nint f(s& x) {\n  int y[0];\n  return x.n;\n}\n"
        "int g() restrict(amp) {\n  int y[1];\n  y[0] = 1;\n  return y[0];\n}",
    ),
    "function_parameter": (
        "amp.2.4.1.compound",
        "int f(int g(int)) restrict(amp) {@\n  return 1;\n}",
        "'g' of the type 'int (int)' is not allowed in amp-restricted code: pointers to functions",
        "int f(int g(int)) {\n  return g(1);\n}",
    ),
    "static_cast_gains_amp": (
        "amp.2.3.1.conversions",
        "int f(int x) { return x; }\n"
        "auto p = static_cast<int (*)(int) restrict(cpu, amp)>(f);@\n"
        "int g() {\n  auto q = static_cast<int (*)(int) restrict(amp, cpu)>(&f);@\n  return q(1);\n}",
        "'f' is not restricted to amp, as the functions",
        "int f(int x) restrict(cpu, amp) { return x; }\nint k(int x) { return x; }\n"
        "auto p = static_cast<int (*)(int) restrict(cpu, amp)>(f);\n"
        "auto r = static_cast<int (*)(int) restrict(cpu)>(k);\nauto s = static_cast<int (*)(int)>(&k);\n"
        "auto t = static_cast<int (*)(int) restrict(amp)>(&f);",
    ),
    "lambda_kept_by_function": (
        "amp.2.3.amp_from_cpu",
        "#include <functional>\n"
        "struct s {\n  std::function<int(int)> m = [](int x) restrict(amp) { return x; };@\n};\n"
        "int f(std::function<int(int)> p = [](int x) restrict(amp) { return x; });@",
        "the lambda is restricted to amp and can't be used in code for the CPU",
        "#include <functional>\n"
        "struct s {\n  std::function<int(int)> m = [](int x) restrict(amp, cpu) { return x; };\n};\n"
        "int f(std::function<int(int)> p = [](int x) { return x; });\n"
        "template <class T>\nstruct k {\n  T t;\n};\ntemplate <class T>\nk<T> keep(T t) {\n  return {t};\n}\n"
        "auto l = keep([](int x) restrict(amp) { return x; });",
    ),
    "lambda_run_later": (
        "amp.2.3.amp_from_cpu",
        "#include <future>\n#include <thread>\n"
        "void f() {\n  auto l = [](int x) restrict(amp) { return x; };\n"
        "  std::thread t(l, 1);@\n  t.join();\n"
        "  auto r = std::async([](int x) restrict(amp) { return x; }, 1);@\n"
        "  std::packaged_task<int(int)> p([](int x) restrict(amp) { return x; });@\n}",
        "the lambda is restricted to amp and can't be used in code for the CPU",
        "#include <future>\n#include <thread>\n"
        "void f() {\n  auto l = [](int x) restrict(amp, cpu) { return x; };\n"
        "  std::thread t(l, 1);\n  t.join();\n"
        "  auto r = std::async([](int x) { return x; }, 1);\n"
        "  std::packaged_task<int()> p([]() {\n    array_view<int> v(1);\n"
        "    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 2; });\n"
        "    return v[0];\n  });\n}",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())
