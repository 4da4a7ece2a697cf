"""One mistake, one error: virtual functions, members without a name, results of host classes, commas."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.one_mistake import pairs

# rows, what is wrong (with @ after it), what is said of it, what is right.
CASES = {
    "destructor": (
        "amp.2.4.2.declarators",
        "struct s {\n  int a;\n  s() restrict(cpu, amp) {}\n  virtual ~s() restrict(cpu, amp) {}@\n};\n"
        "int g() restrict(amp) {\n  s x;\n  return 1;\n}",
        "the virtual function '~s' can't be restricted to amp",
        "struct s {\n  int a;\n  s() restrict(cpu, amp) {}\n  ~s() restrict(cpu, amp) {}\n};\n"
        "int g() restrict(amp) {\n  s x;\n  return 1;\n}",
    ),
    "restricted_and_called": (
        "amp.2.4.2.declarators",
        "struct s {\n  int a;\n  virtual int f() const restrict(cpu, amp) { return a; }@\n};\n"
        "int g(const s& x) restrict(amp) { return x.f(); }",
        "the virtual function 'f' can't be restricted to amp",
        "struct s {\n  int a;\n  int f() const restrict(cpu, amp) { return a; }\n};\n"
        "int g(const s& x) restrict(amp) { return x.f(); }",
    ),
    "of_template": (
        "amp.2.4.2.declarators",
        "template <class T>\nstruct s {\n  T a;\n  virtual T f() const restrict(amp) { return a; }@\n};\n"
        "int g(s<int>& x) restrict(amp) { return x.f(); }",
        "the virtual function 'f' can't be restricted to amp",
        "template <class T>\nstruct s {\n  T a;\n  T f() const restrict(amp) { return a; }\n};\n"
        "int g(s<int>& x) restrict(amp) { return x.f(); }",
    ),
    "of_this": (
        "amp.2.4.3.calls",
        "struct s {\n  int a;\n  virtual int f() const { return 1; }\n"
        "  int g() const restrict(amp) { return f(); }@\n};",
        "it has the virtual member function 'f'",
        "struct s {\n  int a;\n  int f() const restrict(amp) { return 1; }\n"
        "  int g() const restrict(amp) { return f(); }\n};",
    ),
    "of_captured": (
        "amp.2.4.3.calls",
        "struct s {\n  int a;\n  virtual int f() const { return 1; }\n};\n"
        "void g(array_view<int> v, s o) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n    v[i] = o.f();@\n  });\n}",
        "it has the virtual member function 'f'",
        "struct s {\n  int a;\n  int f() const restrict(cpu, amp) { return 1; }\n};\n"
        "void g(array_view<int> v, s o) {\n"
        "  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n    v[i] = o.f();\n  });\n}",
    ),
    "through_pointer": (
        "amp.2.4.3.calls",
        "struct s {\n  int a;\n  virtual int f() const { return 1; }\n};\n"
        "int g(const s* x) restrict(amp) {@\n  return x->f();\n}",
        "it has the virtual member function 'f'",
        "struct s {\n  int a;\n  int f() const restrict(amp) { return 1; }\n};\n"
        "int g(const s* x) restrict(amp) {\n  return x->f();\n}",
    ),
    "union_without_name": (
        "amp.2.4.1.compound",
        "struct s {\n  union {\n    int a;\n    char b;\n  };\n};\nint g(s x) restrict(amp) { return x.a; }@",
        "not allowed in amp-restricted code: its member 'b' has the unsupported type 'char'",
        "struct s {\n  union {\n    int a;\n    float b;\n  };\n};\nint g(s x) restrict(amp) { return x.a; }",
    ),
    "struct_without_name": (
        "amp.2.4.1.compound",
        "struct s {\n  struct {\n    int a;\n    char b;\n  } in;\n};\n"
        "int g(s x) restrict(amp) { return x.in.a; }@",
        "its member 'in' has a type without a name; its member 'b' has the unsupported type 'char'",
        "struct s {\n  struct {\n    int a;\n    float b;\n  } in;\n};\n"
        "int g(s x) restrict(amp) { return x.in.a; }",
    ),
    "host_class_made_for_result": (
        "amp.2.4.1.library",
        "#include <string>\nstd::string g(int p) restrict(amp) {@\n  return {};\n}",
        "a result of the type 'std::string' is not allowed",
        "int g(int p) restrict(amp) {\n  return {};\n}",
    ),
    "pointer_to_member_called": (
        "amp.2.4.3.calls",
        "struct s {\n  int a;\n  int f() const restrict(amp) { return a; }\n};\n"
        "int g(s x) restrict(amp) { return (x.*(&s::f))(); }@",
        "the address of the function 'f' is not allowed in amp-restricted code",
        "struct s {\n  int a;\n  int f() const restrict(amp) { return a; }\n};\n"
        "int g(s x) restrict(amp) { return x.*(&s::a) + x.f(); }",
    ),
    "overrider_marked": (
        "amp.2.4.2.declarators",
        "struct B {\n  virtual ~B() {}\n  virtual int f() { return 1; }\n};\n"
        "struct D : B {\n  int f() restrict(cpu, amp) override { return 2; }@\n};",
        "the virtual function 'f' can't be restricted to amp",
        "struct B {\n  virtual ~B() {}\n  virtual int f() { return 1; }\n};\n"
        "struct D : B {\n  int f() restrict(cpu) override { return 2; }\n};",
    ),
    "overrider_final": (
        "amp.2.4.2.declarators",
        "struct B {\n  virtual int f(int x) const { return x; }\n};\n"
        "struct D : B {\n  int f(int x) const restrict(amp) final { return x + 1; }@\n};",
        "the virtual function 'f' can't be restricted to amp",
        "struct B {\n  virtual int f(int x) const { return x; }\n};\n"
        "struct D : B {\n  int f(int x) const final { return x + 1; }\n};",
    ),
    "comma_at_end": (
        "amp.2.1.clause",
        "int g(int p) restrict(amp, ) { return p; }@",
        "a restrict clause needs a restriction on both sides of a comma",
        "int g(int p) restrict(amp, cpu) { return p; }",
    ),
    "comma_twice": (
        "amp.2.1.clause",
        "int g(int p) restrict(amp, , cpu) { return p; }@",
        "a restrict clause needs a restriction on both sides of a comma",
        "int g(int p) restrict(amp, cpu) { return p; }",
    ),
}


def programs() -> Iterator[tuple[str, str]]:
    yield from pairs(CASES.items())
