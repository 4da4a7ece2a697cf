"""Element types that arrays and views can't have, wherever such a type is named.

Each use has a twin over a type that is right.
"""

from __future__ import annotations

from collections.abc import Iterator

# Declarations, the type, and why it is none for an element.
TYPES = {
    "pointer": ("", "int*", "pointers can only be"),
    "member_pointer": ("struct item {\n  int* p;\n};", "item", "its member 'p' is a pointer"),
    "member_reference": (
        "struct item {\n  int& r;\n};",
        "item",
        "its member 'r' is a reference",
    ),
    "virtual_function": (
        "struct item {\n  int x;\n  virtual int get() { return x; }\n};",
        "item",
        "it has the virtual member function 'get'",
    ),
    "virtual_base": (
        "struct base {\n  int x;\n};\nstruct item : virtual base {};",
        "item",
        "its base 'base' is virtual",
    ),
    "bit_field": ("struct item {\n  int b : 3;\n};", "item", "its member 'b' is a bit-field"),
    "small_member": (
        "struct item {\n  short s;\n  int x;\n};",
        "item",
        "its member 's' has the unsupported type",
    ),
    "packed": (
        "#pragma pack(push, 1)\nstruct item {\n  bool b;\n  int x;\n  bool c[3];\n};\n#pragma pack(pop)",
        "item",
        "its member 'x' is not aligned",
    ),
    "array_view": ("", "array_view<int>", ""),
    "array": ("", "array<int>", ""),
    "member_view": ("struct item {\n  array_view<int> v;\n};", "item", "it holds a"),
    "base_view": ("struct base {\n  array_view<int> v;\n};\nstruct item : base {\n  int x;\n};", "item", ""),
    "member_of_member": (
        "struct inner {\n  int* p;\n};\nstruct item {\n  inner i;\n};",
        "item",
        "its member 'i'",
    ),
    "instance": (
        "template <class T>\nstruct wrapper {\n  T value;\n};\ntemplate struct wrapper<int*>;",
        "wrapper<int*>",
        "its member 'value' is a pointer",
    ),
    "function_object": (
        "struct item {\n  float* p;\n  void operator()(int) const {}\n};",
        "item",
        "its member 'p' is a pointer",
    ),
}
RIGHT = ("struct item {\n  int x;\n  float y[2];\n  bool b;\n  unsigned u;\n};", "item")
MARK = "  // expected-error {{can't be the element type of an array or a view@}}"
USES = {
    "parameter_view": "void use(array_view<@T@>&) {}@M@",
    "parameter_array": "void use(array<@T@, 2>*) {}@M@",
    "constant": "void use(const array_view<const @T@, 3>*) {}@M@",
    "alias": "typedef array_view<@T@> named;@M@\nvoid use() {}",
    "alias_by_using": "using named = array<@T@, 1>;@M@\nvoid use() {}",
    "member": "struct holder {\n  array_view<@T@>* v;@M@\n};\nvoid use() {}",
    "argument_of_template": "void use(std::vector<array_view<@T@> >*) {}@M@",
    "in_instance": "template <class E>\nvoid look(E*) {\n  array<E>* a = nullptr;@M@\n  (void)a;\n}\n"
    "void use() { look(static_cast<@T@*>(nullptr)); }",
    "in_member_of_instance": "template <class E>\nstruct looker {\n  void run() {\n"
    "    array_view<E, 2>* v = nullptr;@M@\n    (void)v;\n  }\n};\n"
    "void use() { looker<@T@>().run(); }",
}
SHARE = 4  # each type in some of the uses, each use with some of the types
TEXT = """// rows: amp.5.elements
// ptx: none
#include <amp.h>

#include <vector>

using namespace concurrency;

@DECLARED@
@USE@

int main() { return 0; }
"""


def programs() -> Iterator[tuple[str, str]]:
    # Visual C++ looked at what kernels use alone.
    text = TEXT.replace("// ptx", "// flags: -fms-compat\n// ptx").replace("@USE@", USES["alias"])
    declared, kind, _ = TYPES["member_pointer"]
    yield "as_visual_c", text.replace("@DECLARED@", declared).replace("@T@", kind).replace("@M@", "")
    for row, (use, text) in enumerate(USES.items()):
        around = TEXT.replace("@USE@", text)
        yield (
            f"right_in_{use}",
            around.replace("@DECLARED@", RIGHT[0]).replace("@T@", RIGHT[1]).replace("@M@", ""),
        )
        for column, (name, (declared, kind, why)) in enumerate(TYPES.items()):
            if (row + column) % SHARE:
                continue
            broken = around.replace("@DECLARED@", declared).replace("@T@", kind)
            yield f"{name}_in_{use}", broken.replace("@M@", MARK.replace("@", f": {why}" if why else ""))
