"""Templates as Visual C++ reads them: `typename` left out in each place, names declared after their use,
members of dependent bases, temporaries bound to references that are not const."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.ms_template_faults import REFUSED, STRICT

HEAD = """// rows: ROW
// flags: -fms-compat
#include <amp.h>

#include <functional>
#include <map>
#include <vector>

#include "check.hpp"
using namespace concurrency;

template <class T>
struct traits {
  typedef T element;
  enum { size = 3 };
};
"""
MAIN = """
int main() {
  CHECK(f(7) == 7);
  return failures();
}
"""
KERNEL = """
template <class T>
int f(T x) {
  std::vector<int> data(8);
  array_view<int> view(8, data);
  parallel_for_each(view.extent.tile<8>(), [=](tiled_index<8> i) restrict(amp) {
    BODY
  });
  return view[3];
}
"""
F = "template <class T>\nint f(T x) {{\n  {}\n}}\n"
TYPE = "traits<T>::element"
# TR is the type without its `typename`.
TYPENAME = {
    "local": F.format("TR v = x; return v;"),
    "local_const": F.format("const TR v = x; return v;"),
    "local_pointer": F.format("TR* v = &x; return *v;"),
    "local_reference": F.format("TR& v = x; return v;"),
    "local_array": F.format("TR v[3] = {0, x, 0}; return v[1];"),
    "local_static": F.format("static TR v; v = x; return v;"),
    "for": F.format("int s = 0; for (TR v = 0; v < x; ++v) s++; return s;"),
    "second_parameter": "template <class T>\nint f(T x, TR y = 0) { return x + y; }\n",
    "parameter": "template <class T>\nint g(TR x) { return x; }\nint f(int x) { return g<int>(x); }\n",
    "parameter_reference": "template <class T>\nint g(const TR& x) { return x; }\n"
    "int f(int x) { return g<int>(x); }\n",
    "parameter_pointer": "template <class T>\nint g(TR* x) { return *x; }\n"
    "int f(int x) { return g<int>(&x); }\n",
    "result": "template <class T>\nTR f(T x) { return x; }\n",
    "static_cast": F.format("return static_cast<TR>(x);"),
    "reinterpret_cast": F.format("return *reinterpret_cast<TR*>(&x);"),
    "c_cast": F.format("return (TR)x;"),
    "functional_cast": F.format("return TR(x);"),
    "sizeof": F.format("return x + sizeof(TR) - sizeof(int);"),
    "new": F.format("TR* v = new TR(x); int r = *v; delete v; return r;"),
    "new_array": F.format("TR* v = new TR[3]; v[1] = x; int r = v[1]; delete[] v; return r;"),
    "argument": F.format("std::vector<TR> v(1, x); return v[0];"),
    "argument_of_call": "template <class U>\nint g(U x) { return x; }\n" + F.format("return g<TR>(x);"),
    "typedef": F.format("typedef TR mine; mine v = x; return v;"),
    "alias": "template <class T>\nusing mine = TR;\n" + F.format("mine<T> v = x; return v;"),
    "member": "template <class T>\nstruct S {\n  TR v;\n};\n" + F.format("S<T> s; s.v = x; return s.v;"),
    "member_typedef": "template <class T>\nstruct S {\n  typedef TR mine;\n  mine v;\n};\n"
    + F.format("S<T> s; s.v = x; return s.v;"),
    "member_static": "template <class T>\nstruct S {\n  static TR v;\n};\n"
    "template <class T>\nTR S<T>::v = 0;\n" + F.format("S<T>::v = x; return S<T>::v;"),
    "member_function": "template <class T>\nstruct S {\n  TR get(TR a) const;\n};\n"
    "template <class T>\nTR S<T>::get(TR a) const { return a; }\n" + F.format("return S<T>().get(x);"),
    "friend": "template <class T>\nstruct S {\n  friend TR peek(const S& s) { return s.v; }\n  TR v;\n};\n"
    + F.format("S<T> s; s.v = x; return peek(s);"),
    "base_argument": "template <class U>\nstruct B {\n  U v;\n};\ntemplate <class T>\nstruct S : B<TR> {};\n"
    + F.format("S<T> s; s.v = x; return s.v;"),
    "default_argument": "template <class T, class U = TR>\nint f(T x) { U v = x; return v; }\n",
    "lambda_parameter": F.format("auto g = [](TR v) { return v; }; return g(x);"),
    "lambda_result": F.format("auto g = [](T v) -> TR { return v; }; return g(x);"),
    "catch": F.format("try { throw TR(x); } catch (TR v) { return v; }\n  return 0;"),
    "conditional": F.format("return x > 3 ? TR(x) : TR(0);"),
    "iterator": F.format(
        "std::vector<T> v(1, x);\n  for (std::vector<T>::const_iterator k = v.begin(); k != v.end(); ++k)\n"
        "    if (*k != x) return 0;\n  std::vector<T>::iterator i = v.begin();\n  return *i;"
    ),
    "map_iterator": F.format(
        "std::map<T, T> m;\n  m[x] = x;\n"
        "  for (std::map<T, T>::iterator i = m.begin(), e = m.end(); i != e; ++i) return i->second;\n"
        "  return 0;"
    ),
    "nested": "template <class T>\nstruct S {\n  struct N {\n    T v;\n    N* next;\n  };\n"
    "  N* head;\n  N* top();\n};\n"
    "template <class T>\nS<T>::N* S<T>::top() { return head; }\n"
    + F.format("S<T>::N n = {x, 0}; S<T> s; s.head = &n; return s.top()->v;"),
    "idle": "template <class T>\nstruct S {\n  typedef typename array_view<T, 1> view;\n  typename T v;\n};\n"
    + F.format("S<T> s; s.v = x; typename S<T>::view w(1, &s.v); return w[0];"),
    "kernel_local": KERNEL.replace("BODY", "TR v = x; view[i] = v;"),
    "kernel_tile_static": KERNEL.replace(
        "BODY",
        "tile_static TR v[8]; v[i.local[0]] = x; i.barrier.wait(); view[i] = v[7 - i.local[0]];",
    ),
    "kernel_pointer": KERNEL.replace("BODY", "TR v[3]; TR* p = &v[1]; *p = x; view[i] = v[1];"),
    "kernel_function": "template <class T>\nTR g(TR a) restrict(amp, cpu) { TR b = a; return b; }\n"
    + KERNEL.replace("BODY", "view[i] = g<T>(x);"),
}
SPACE = "namespace space {\nint later(int x) { return x; }\n}\n"
# A name that is declared after the template which uses it.
LATER = {
    "function": ("return later(x);", "int later(int x) { return x; }"),
    "amp_function": (
        "std::vector<int> d(8); array_view<int> v(d);\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = later(x); });\n  return v[2];",
        "inline int later(int x) restrict(cpu, amp) { return x; }",
    ),
    "variable": ("return x + later;", "static int later = 0;"),
    "constant": ("int v[later] = {x}; return v[0];", "const int later = 3;"),
    "type": ("later v = {x}; return v.x;", "struct later { int x; };"),
    "alias": ("later v = x; return v;", "typedef int later;"),
    "class_template": ("later<T> v = {x}; return v.x;", "template <class T> struct later { T x; };"),
    "function_template": (
        "return later<T>(x);",
        "template <class T> int later(T x) restrict(cpu, amp) { return x; }",
    ),
    "enumerator": ("return x + later;", "enum { later };"),
    "macro": ("return LATER(x);", "int LATER(int x) { return x; }"),
    "using_directive": ("return later(x);", f"{SPACE}using namespace space;"),
    "using_std": ("vector<T> v(1, x); return max(v[0], 0);", "using namespace std;"),
    "using_declaration": ("return later(x);", f"{SPACE}using space::later;"),
    "namespace_member": ("return space::later(x);", SPACE),
    "overload": ("return later(x, 1);", "int later(int x, int) { return x; }"),
}
BEFORE = {"overload": "int later(double);\n", "namespace_member": "namespace space {}\n"}
# In a class derived from B<T>, which has: int value; static int twice(int); int get() const; typedef T item;
BASE = """
template <class T>
struct B {
  typedef T item;
  enum { three = 3 };
  struct inner {
    T x;
  };
  int value;
  static int count;
  static int twice(int x) restrict(cpu, amp) { return 2 * x; }
  int get() const restrict(cpu, amp) { return value; }
  template <class U>
  U as() const { return U(value); }

 protected:
  int hidden(int x) { return value = x; }
};
template <class T>
int B<T>::count = 0;
template <class T>
struct D : public B<T> {
  int run(T x) {
    BODY
  }
};
int f(int x) {
  D<int> d;
  d.value = x;
  return d.run(x);
}
"""
MEMBERS = {
    "variable": "value = x; return value;",
    "variable_twice": "value++; value--; return value;",
    "static_variable": "count = x; return count;",
    "function": "return get();",
    "static_function": "return twice(x) / 2;",
    "protected_function": "return hidden(x);",
    "function_template": "return as<int>();",
    "type": "item v = x; return v;",
    "nested_type": "inner v = {x}; return v.x;",
    "enumerator": "return x + three - 3;",
    "argument": "return twice(value) / 2;",
    "constructor_argument": "std::vector<int> v(value, x); return v[0];",
    "constructor_arguments": "std::vector<int> v(value), w(value, x); return (int)v.size();",
    "subscript": "int a[9] = {0}; a[value] = x; return a[value];",
    "address": "int* p = &value; return *p;",
    "lambda": "return [&]() { return value; }();",
    "lambda_call": "return [this]() { return get(); }();",
    "assigned_member": "this->value = get(); return value;",
    "condition": "if (value) return value;\n    return 0;",
    "loop": "int s = 0; for (int i = 0; i < value; i++) s++;\n    return s;",
    "kernel": "std::vector<int> data(8); array_view<int> view(8, data); const int v = value;\n"
    "    parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = v; });\n"
    "    return view[1];",
}
# A temporary where a reference that is not const is needed. M has a member n.
TEMPORARY = """
struct M {
  int n;
  M(int n = 0) : n(n) {}
  M operator+(M o) { return M(n + o.n); }
};
M make(int n) { return M(n); }
struct Taker {
  int n;
  Taker(M& m) : n(m.n) {}
  int take(M& m) { return m.n; }
  int take(int a, M& m) { return a + m.n; }
};
M operator-(M& a, M& b) { return M(a.n - b.n); }
M operator*(M& a, int b) { return M(a.n * b); }
int take(M& m) { return m.n; }
int take(int a, M& m, int b) { return a + m.n + b; }
template <class T>
int take_any(T& m) { return m.n; }
template <int N>
int first(array_view<int, N>& v) { return v[0]; }

int f(int x) {
  std::vector<int> data(4, x);
  BODY
}
"""
TEMPORARIES = {
    "constructed": "return take(M(x));",
    "returned": "return take(make(x));",
    "nested_call": "return take(make(make(x).n));",
    "second_argument": "return take(0, M(x), 0);",
    "operator": "return take(M(x) + M(0));",
    "operator_operands": "M m(x); return (make(x) - M(0) + (m - make(0)) - M(x)).n;",
    "operator_left": "return (make(x) * 1).n;",
    "member_function": "Taker t(M(0)); return t.take(M(x)) + t.take(0, M(0));",
    "constructor": "return Taker(make(x)).n;",
    "local_reference": "M& m = make(x); m.n++; return m.n - 1;",
    "function_template": "return take_any(M(x));",
    "array_view": "return first(array_view<int, 1>(4, data));",
    "section": "array_view<int> v(4, data); return first(v.section(1, 2));",
}
# `template` left out before a dependent member's name; the arguments are values, types or both.
DEPENDENT = """
static const int four = 4;
struct H {
  int n;
  template <int A>
  int plus() const restrict(cpu, amp) { return n + A; }
  template <int A, class U>
  U both(U x) const restrict(cpu, amp) { return x + U(A); }
  template <class U>
  U as() const restrict(cpu, amp) { return U(n); }
};
template <class T>
struct statics {
  template <int A>
  static int zero() restrict(cpu, amp) { return A - 4; }
  template <class U>
  static int zero() restrict(cpu, amp) { return U(0); }
};
template <class T>
int g(T h, int x) {
  T* p = &h;
  T a[1] = {h};
  std::vector<int> data(8);
  array_view<T> view(1, &h);
  (void)p;
  (void)a;
  (void)x;
  BODY
}
int f(int x) {
  H h = {x};
  return g(h, x);
}
"""
CALLS = {
    "value": "return h.plus<0>();",
    "name": "return h.plus<four>() - 4;",
    "sum": "return h.plus<four - 2 * 2>();",
    "arrow": "return p->plus<0>();",
    "of_element": "return a[0].plus<0>();",
    "type": "return h.as<int>();",
    "of_class": "return x + statics<T>::zero<four>() + statics<T>::zero<int>();",
    "value_and_type": "return h.both<0, int>(x);",
    "value_with_argument": "return h.both<four>(x) - 4;",
    "initialiser": "int y = h.plus<0>(), z = h.plus<four>(); return y + z - h.plus<four>();",
    "argument": "return std::max(h.plus<0>(), h.both<0, int>(1));",
    "condition": "if (h.plus<0>() < 3) return 0;\n  return x;",
    "chain": "extent<1> e = view.extent.tile<four>().pad(); return e[0] + 3;",
    "launch": "parallel_for_each(view.extent.tile<1>(), [=](tiled_index<1> i) restrict(amp) {\n"
    "    view[i].n = view[i].plus<four>();\n  });\n  view.synchronize();\n  return h.plus<0>() - 4;",
}
# C++ AMP's array beside the standard library's.
TWO_ARRAYS = """
template <class T>
struct owner {
  std::unique_ptr<array<T, 1>> data;
  owner() : data(new array<T, 1>(8)) {}
  void fill(T value) {
    array<T, 1>& d = *data;
    const array<T, 1>& c = *data;
    parallel_for_each(d.extent, [&d, value](index<1> i) restrict(amp) { d[i] = value; });
    parallel_for_each(d.extent, [&d, &c](index<1> i) restrict(amp) { d[i] = c[7 - i[0]]; });
  }
};
int f(int x) {
  owner<int> o;
  o.fill(x);
  vector<int> v = *o.data;
  return v[3];
}
"""
# What Visual C++ refuses, too: the part that is wrong, and the part that is right.
GROUP = 12  # how many of the rules one program has


def program(row: str, text: str, main: str = MAIN) -> str:
    directive = "" if "parallel_for_each" in text else "// ptx: none\n"
    return HEAD.replace("ROW", row).replace("#include <amp.h>", f"{directive}#include <amp.h>") + text + main


def grouped(row: str, texts: dict[str, str]) -> Iterator[str]:
    """Programs that hold several texts, each in a namespace."""
    names = list(texts)
    for at in range(0, len(names), GROUP):
        group = names[at : at + GROUP]
        body = "".join(f"\nnamespace {name}_ {{\n{texts[name]}\n}}\n" for name in group)
        checks = "".join(f"  CHECK({name}_::f(7) == 7);\n" for name in group)
        yield program(row, body, f"\nint main() {{\n{checks}  return failures();\n}}\n")


def pairs(name: str, texts: dict[str, tuple[str, str]], flag: str) -> Iterator[tuple[str, str]]:
    """Programs that are refused, and what differs from them in the mistake alone."""
    main = MAIN.replace("f(7)", "g(7)")
    for rule, both in texts.items():
        for suffix, text in zip(("", "_control"), both, strict=True):
            made = program(f"amp.ms.templates.{name}", text, main)
            yield f"{name}_{rule}{suffix}", made.replace("-fms-compat", flag)


def programs() -> Iterator[tuple[str, str]]:
    typename = {name: text.replace("TR", TYPE) for name, text in TYPENAME.items()}
    later = {
        name: BEFORE.get(name, "") + F.format(body) + behind + "\n" for name, (body, behind) in LATER.items()
    }
    base = {name: BASE.replace("BODY", body) for name, body in MEMBERS.items()}
    calls = {name: DEPENDENT.replace("BODY", body) for name, body in CALLS.items()}
    temporaries = {name: TEMPORARY.replace("BODY", body) for name, body in TEMPORARIES.items()}
    for family, row, texts in (
        ("typename", "amp.ms.templates.typename", typename),
        ("later", "amp.ms.templates.later", later),
        ("base", "amp.ms.templates.base", base),
        ("template", "amp.ms.templates.template", calls),
        ("temporary", "amp.ms.temporaries", temporaries),
    ):
        for number, text in enumerate(grouped(row, texts)):
            yield f"{family}_{number}", text
    yield (
        "two_arrays",
        program("amp.ms.templates.two_arrays", TWO_ARRAYS).replace(
            "using namespace conc", "using namespace std;\nusing namespace conc"
        ),
    )
    yield from pairs("refused", REFUSED, "-fms-compat")
    yield from pairs("strict", STRICT, "-fno-ms-compat")
