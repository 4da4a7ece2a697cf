"""One mistake, one error: launches, captures, tiles and tile_static variables."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "pointer_captured": (
        "amp.2.4.3.captures",
        "int f(int x) restrict(cpu, amp) { return x; }\n"
        "void run(array_view<int> v) {\n"
        "  int (*p)(int) = f;\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = p(1);@\n"
        "  });\n"
        "}",
        "'p' can't be captured: the type 'int (*)(int)' is not allowed in amp-restricted code:",
        "int f(int x) restrict(cpu, amp) { return x; }\n"
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = f(1);\n"
        "  });\n"
        "}",
    ),
    "tile_static_in_lambda_variable": (
        "amp.2.4.3.tile_static",
        "auto f = [] {\n  tile_static int n;@\n  n = 1;\n};",
        "the tile_static variable 'n' is only allowed in functions restricted to amp alone",
        "auto f = []() restrict(amp) {\n  tile_static int n;\n  n = 1;\n};",
    ),
    "object_thrown": (
        "amp.2.4.3.miscellaneous",
        "struct fault {\n  int x;\n  fault(int x) : x(x) {}\n};\n"
        "int f(int n) restrict(cpu, amp) {\n  if (n) throw fault(n);@\n  return n;\n}",
        "'throw' is not allowed in amp-restricted code",
        "struct fault {\n  int x;\n  fault(int x) : x(x) {}\n};\n"
        "int f(int n) restrict(cpu) {\n  if (n) throw fault(n);\n  return n;\n}",
    ),
    "pointer_to_function": (
        "amp.2.4.1.compound",
        "int g(int x) restrict(amp) { return x; }\n"
        "int f() restrict(amp) {\n  int (*p)(int) restrict(amp) = g;@\n  return p(1);\n}",
        "pointers to functions are not supported",
        "int g(int x) restrict(amp) { return x; }\nint f() restrict(amp) { return g(1); }",
    ),
    "function_as_kernel": (
        "amp.2.4.3.captures",
        "void k(index<1>) restrict(amp) {}\nvoid run(array_view<int> v) { parallel_for_each(v.extent, k); }@",
        "a kernel must be a lambda or a function object; for a function, write a lambda that calls it",
        "void k(index<1>) restrict(amp) {}\nvoid run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [](index<1> i) restrict(amp) { k(i); });\n}",
    ),
    "tile_static_const": (
        "amp.2.4.3.tile_static",
        "int f() restrict(amp) {\n  tile_static const int n = 3;@\n  return n;\n}",
        "a tile_static variable can't have an initialiser or a constructor",
        "int f() restrict(amp) {\n  tile_static int n;\n  return n;\n}",
    ),
    "tile_static_const_bare": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static const int n[4];@\n}",
        "a tile_static variable can't be const: nothing could give it a value",
        "void f() restrict(amp) {\n  tile_static int n[4];\n}",
    ),
    "tile_static_const_several": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  const tile_static float n, m[4], l;@\n}",
        "a tile_static variable can't be const: nothing could give it a value",
        "void f() restrict(amp) {\n  tile_static float n, m[4], l;\n}",
    ),
    "tile_static_initialised": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static int n[2] = {1, 2};@\n}",
        "a tile_static variable can't have an initialiser or a constructor",
        "void f() restrict(amp) {\n  tile_static int n[2];\n  n[0] = 1;\n}",
    ),
    "tile_static_initialised_braces": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static float n{1.0f};@\n}",
        "a tile_static variable can't have an initialiser or a constructor",
        "void f() restrict(amp) {\n  tile_static float n;\n}",
    ),
    "tile_static_reference": (
        "amp.2.4.3.tile_static",
        "void f(int& x) restrict(amp) {\n  tile_static int& n = x;@\n}",
        "the tile_static variable 'n' can't be a pointer or a reference",
        "void f(int& x) restrict(amp) {\n  int& n = x;\n}",
    ),
    "tile_static_pointer": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static int* n;@\n}",
        "the tile_static variable 'n' can't be a pointer or a reference",
        "void f() restrict(amp) {\n  int* n;\n}",
    ),
    "tile_static_member": (
        "amp.2.4.3.tile_static",
        "struct s {\n  tile_static int n;@\n};",
        "the tile_static variable 'n' is only allowed in a function",
        "struct s {\n  int n;\n};",
    ),
    "tile_static_cpu_lambda": (
        "amp.2.4.3.tile_static",
        "void f() {\n  auto k = [](int x) {\n    tile_static int n;@\n    return x;\n  };\n  k(1);\n}",
        "the tile_static variable 'n' is only allowed in functions restricted to amp alone",
        "void f() {\n  auto k = [](int x) {\n    static int n;\n    return x + n;\n  };\n  k(1);\n}",
    ),
    "tile_static_both": (
        "amp.2.4.3.tile_static",
        "void f() restrict(cpu, amp) {\n  tile_static int n;@\n}",
        "the tile_static variable 'n' is only allowed in functions restricted to amp alone",
        "void f() restrict(amp) {\n  tile_static int n;\n}",
    ),
    "tile_static_short": (
        "amp.2.4.3.tile_static",
        "void f() restrict(amp) {\n  tile_static short n;@\n}",
        "the tile_static variable 'n' of the type 'short' is not allowed in amp-restricted code",
        "void f() restrict(amp) {\n  tile_static unsigned n;\n}",
    ),
    "virtual_captured": (
        "amp.2.4.3.captures",
        "struct b {\n"
        "  int x;\n"
        "  virtual int f() { return x; }\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  b o;\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = o.x;@\n"
        "  });\n"
        "}",
        "'o' can't be captured: the type 'b' is not allowed in amp-restricted code: it has the",
        "struct b {\n"
        "  int x;\n"
        "  int f() { return x; }\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  b o;\n"
        "  o.x = 1;\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = o.x;\n"
        "  });\n"
        "}",
    ),
    "kernel_two_parameters": (
        "amp.2.3.kernel_parameter",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i, int j) restrict(amp) { v[i] = "
        "j; });@\n"
        "}",
        "the kernel can't be called with the index of its compute domain",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });\n"
        "}",
    ),
    "kernel_wrong_rank": (
        "amp.2.3.kernel_parameter",
        "void run(array_view<int, 2> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });@\n"
        "}",
        "'array_view<int, 2>' takes an 'index<2>', not 'index<1>'",
        "void run(array_view<int, 2> v) {\n"
        "  parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v[i] = 1; });\n"
        "}",
    ),
    "kernel_reference": (
        "amp.2.3.kernel_parameter",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](float i) restrict(amp) { v[0] = 1; });@\n"
        "}",
        "the kernel can't be called with the index of its compute domain",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](const index<1>& i) restrict(amp) { v[i] = 1; "
        "});\n"
        "}",
    ),
    "kernel_mutable": (
        "amp.7.const_kernel",
        "void run(array_view<int> v) {\n"
        "  int n = 0;\n"
        "  parallel_for_each(v.extent, [=](index<1> i) mutable restrict(amp) { v[i] = ++n; });@\n"
        "}",
        "the operator() of a kernel must be const, as 'parallel_for_each' calls it through a 'const Kernel&'",
        "void run(array_view<int> v) {\n"
        "  int n = 0;\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = n + 1; });\n"
        "}",
    ),
    "kernel_not_const": (
        "amp.7.const_kernel",
        "struct kernel {\n"
        "  array_view<int> v;\n"
        "  void operator()(index<1> i) restrict(amp) { v[i] = 1; }\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  kernel k = {v};\n"
        "  parallel_for_each(v.extent, k);@\n"
        "}",
        "the operator() of a kernel must be const, as 'parallel_for_each' calls it through a 'const Kernel&'",
        "struct kernel {\n"
        "  array_view<int> v;\n"
        "  void operator()(index<1> i) restrict(amp) { v[i] = 1; }\n"
        "  void operator()(index<1> i) const restrict(amp) { v[i] = 2; }\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  kernel k = {v};\n"
        "  parallel_for_each(v.extent, k);\n"
        "}",
    ),
    "kernel_template_not_const": (
        "amp.7.const_kernel",
        "template <typename T>\n"
        "struct kernel {\n"
        "  array_view<T> v;\n"
        "  void operator()(tiled_index<4> t) restrict(amp) { v[t.global] = 1; }\n"
        "  void run() { parallel_for_each(v.extent.template tile<4>(), *this); }@\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  kernel<int> k = {v};\n"
        "  k.run();\n"
        "}",
        "the operator() of a kernel must be const, as 'parallel_for_each' calls it through a 'const Kernel&'",
        "template <typename T>\n"
        "struct kernel {\n"
        "  array_view<T> v;\n"
        "  void operator()(tiled_index<4> t) const restrict(amp) { v[t.global] = 1; }\n"
        "  void run() { parallel_for_each(v.extent.template tile<4>(), *this); }\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  kernel<int> k = {v};\n"
        "  k.run();\n"
        "}",
    ),
    "tile_3d_depth": (
        "amp.4.tiles",
        "void run(extent<3> e) {\n"
        "  parallel_for_each(e.tile<128, 2, 2>(), [=](tiled_index<128, 2, 2> t) restrict(amp) "
        "{});@\n"
        "}",
        "the first dimension of a tile of rank 3 is at most 64",
        "void run(extent<3> e) {\n"
        "  parallel_for_each(e.tile<64, 2, 2>(), [=](tiled_index<64, 2, 2> t) restrict(amp) "
        "{});\n"
        "}",
    ),
    "tile_1025": (
        "amp.4.tiles",
        "void run(extent<1> e) {\n"
        "  parallel_for_each(e.tile<1025>(), [=](tiled_index<1025> t) restrict(amp) {});@\n"
        "}",
        "a tile has at most 1024 work-items",
        "void run(extent<1> e) {\n"
        "  parallel_for_each(e.tile<1024>(), [=](tiled_index<1024> t) restrict(amp) {});\n"
        "}",
    ),
    "tile_rank": (
        "amp.4.tiles",
        "void run(extent<1> e) {\n  auto t = e.tile<4, 4>();@\n}",
        "no matching member function for call to 'tile'",
        "void run(extent<2> e) {\n  auto t = e.tile<4, 4>();\n}",
    ),
    "capture_array_by_value": (
        "amp.2.4.3.captures",
        "void run(array<int>& a) {\n"
        "  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) {\n"
        "    a[i] = 1;@\n"
        "  });\n"
        "}",
        "cannot assign to an element of a const array",
        "void run(array<int>& a) {\n"
        "  parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) {\n"
        "    a[i] = 1;\n"
        "  });\n"
        "}",
    ),
    "capture_view_by_reference": (
        "amp.2.4.3.captures",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [&](index<1> i) restrict(amp) {\n"
        "    v[i] = 1;@\n"
        "  });\n"
        "}",
        "'v' of type 'array_view<int>' is captured by reference; a kernel can capture only arrays",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = 1;\n"
        "  });\n"
        "}",
    ),
    "capture_pointer": (
        "amp.2.4.3.captures",
        "void run(array_view<int> v, int* p) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = *p;@\n"
        "  });\n"
        "}",
        "'p' can't be captured: the type 'int *' is not allowed in amp-restricted code: pointers",
        "void run(array_view<int> v, int p) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = p;\n"
        "  });\n"
        "}",
    ),
    "const_view_written": (
        "amp.5.2.const_elements",
        "void run(array_view<const int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = 1;@\n"
        "  });\n"
        "}",
        "cannot assign to an element of an array_view of const",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = 1;\n"
        "  });\n"
        "}",
    ),
    "const_array_written": (
        "amp.5.2.const_elements",
        "void run(const array<int>& a) {\n"
        "  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) {\n"
        "    a[i] = 1;@\n"
        "  });\n"
        "}",
        "cannot assign to an element of a const array",
        "void run(array<int>& a) {\n"
        "  parallel_for_each(a.extent, [&](index<1> i) restrict(amp) {\n"
        "    a[i] = 1;\n"
        "  });\n"
        "}",
    ),
    "global_in_kernel": (
        "amp.2.4.3.names",
        "int n;\n"
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = n;@\n"
        "  });\n"
        "}",
        "'n' can't be used in amp-restricted code, which has only local variables, parameters,",
        "const int n = 3;\n"
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = n;\n"
        "  });\n"
        "}",
    ),
    "static_member_in_kernel": (
        "amp.2.4.3.names",
        "struct s {\n"
        "  static int n;\n"
        "};\n"
        "int s::n;\n"
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = s::n;@\n"
        "  });\n"
        "}",
        "'n' can't be used in amp-restricted code, which has only local variables, parameters,",
        "struct s {\n"
        "  static const int n = 2;\n"
        "};\n"
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n"
        "    v[i] = s::n;\n"
        "  });\n"
        "}",
    ),
    "launch_misspelt": (
        "amp.2.4.3.captures",
        "void run(array_view<int> v) {\n"
        "  concurrency::paralel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });@\n}",
        "no member named 'paralel_for_each' in namespace 'Concurrency'; did you mean 'parallel_for_each'?",
        "void run(array_view<int> v) {\n"
        "  concurrency::parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });\n}",
    ),
    "generic_kernel": (
        "amp.2.4.3.captures",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](auto i) restrict(amp) {\n    v[i.x] = 1;@\n  });\n}",
        "no member named 'x' in 'concurrency::index<1>'",
        "void run(array_view<int> v) {\n"
        "  parallel_for_each(v.extent, [=](auto i) restrict(amp) {\n    v[i[0]] = 1;\n  });\n}",
    ),
    "barrier_made": (
        "amp.4.5.no_constructor",
        "void f() restrict(amp) {\n  tile_barrier b;@\n}",
        "calling a private constructor of class 'concurrency::tile_barrier'",
        "void f(tile_barrier b) restrict(amp) {\n  b.wait();\n}",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())
