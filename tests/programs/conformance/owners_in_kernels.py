"""Containers and owning classes that kernels hold, and what the warnings about them are not for."""

from __future__ import annotations

# What a kernel holds that owns memory of the host: declarations, the variable, its use, the twin's use.
OWNERS = {
    "vector": ("", "std::vector<int> x(4);", "x[i[0]]"),
    "vector_size": ("", "const std::vector<float> x(4);", "int(x.size())"),
    "string": ("", 'std::string x = "text";', "x[i[0]]"),
    "map": ("", "std::map<int, int> x;", "x.at(i[0])"),
    "class": (
        "struct owner {\n  int* p = new int[4];\n  ~owner() { delete[] p; }\n};",
        "owner x;",
        "x.p[i[0]]",
    ),
    "class_that_frees": (
        "struct owner {\n  int* p = static_cast<int*>(malloc(16));\n  ~owner() { free(p); }\n};",
        "owner x;",
        "x.p[i[0]]",
    ),
    "member": ("struct holder {\n  int n = 1;\n  std::vector<int> d;\n};", "holder x;", "x.d[i[0]]"),
    "array_of_strings": ("", "std::string x[2];", "x[0][0]"),
}
# The same, where a function of the object's own names the member: the error is in it.
OWN_FUNCTIONS = {
    "at": ("std::vector<int> d;\n  int get(int k) const {\n    return d.at(k);@\n  }", "get(i[0])"),
    "subscript": ("std::vector<int> d;\n  int get(int k) const {\n    return d[k];@\n  }", "get(i[0])"),
    "called_by_another": (
        "std::map<int, int> d;\n  int in(int k) const {\n    return this->d.at(k);@\n  }\n"
        "  int get(int k) const { return in(k); }",
        "get(i[0])",
    ),
}
RIGHT_OWN_FUNCTIONS = {
    "other_member": (
        "std::vector<int> d;\n  int n = 1;\n  int get(int k) const { return n; }\n"
        "  int used_on_the_host() const { return d[0]; }",
        "get(i[0])",
    ),
}
RIGHT_OWNERS = {
    "other_member": ("struct holder {\n  int n = 1;\n  std::vector<int> d;\n};", "holder x;", "x.n"),
    "array": ("", "std::array<int, 4> x = {};", "x[i[0]]"),
    "pair": ("", "std::pair<int, float> x(1, 2);", "x.first"),
    "view": ("", "std::vector<int> data(4);\n  hc::array_view<int> x(4, data);", "x[i]"),
    "guard_without_memory": (
        "int open = 0;\nstruct guard {\n  int n = 1;\n  ~guard() { --open; }\n};",
        "guard x;",
        "x.n",
    ),
}
OWNER_TEXT = """// rows: hc.warnings.kernel_host_memory
#include <hc.hpp>

#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

@DECLARED@
void run(hc::array_view<int> v) {
  @VARIABLE@
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = @USE@;@MARK@
  });
}

int main(int count, char**) {
  hc::array_view<int> v(4);
  if (count > 9) run(v);
}
"""
