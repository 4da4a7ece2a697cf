"""Constants that hold addresses: tables and structures with places in globals and in tile_static ones."""

from __future__ import annotations

from collections.abc import Iterator

_TEXT = """// rows: hc.language.address_tables
#include <hc.hpp>

#include "check.hpp"

struct Row {
  @TYPE@* at;
  int n;
};
struct Pair {
  Row first;
  const Row* rest;
};
@GLOBALS@
int main() {
  const int n = 64;
  hc::array_view<int> got(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(8), [=](hc::tiled_index<1> t) [[hc]] {
    const int i = t.global[0], own = t.local[0];
    static_cast<void>(own);
@PREPARE@    got[i] = 0;
@BODY@  }).wait();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != @EXPECTED@;
  CHECK(wrong == 0);
  return failures();
}
"""
# What is pointed to: (variables outside, statements before the table, what is at a[k], at b[k])
_POINTED = {
    "global": ("@TYPE@ a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {11, 12, 13, 14, 15, 16, 17, 18};\n", ""),
    "tile_static": (
        "",
        "    tile_static @TYPE@ a[8], b[8];\n    a[own] = @TYPE@(own + 1), b[own] = @TYPE@(own + 11);\n"
        "    t.barrier.wait();\n",
    ),
}
_ROWS = "{{&a[1], 100}, {b, 200}, {&b[5], 300}}"
_OF_ROWS = "(i % 3 == 0 ? 102 : i % 3 == 1 ? 211 : 316)"
_POINTERS = "{a, &a[3], &b[2], &b[7], b}"
_OF_POINTERS = "(i % 5 == 0 ? 1 : i % 5 == 1 ? 4 : i % 5 == 2 ? 13 : i % 5 == 3 ? 18 : 11)"
# (declarations that may be outside, code, expected)
_TABLES = {
    "rows": ("@KIND@ Row rows[] = @ROWS@;", "got[i] = int(*rows[i % 3].at) + rows[i % 3].n;", _OF_ROWS),
    "pointers": (
        "@KIND@ @POINTER@ places[] = @POINTERS@;",
        "got[i] = int(*places[i % 5]);",
        _OF_POINTERS,
    ),
    "second_rank": (
        "@KIND@ @POINTER@ places[2][2] = {{a, &a[3]}, {&b[2], &b[7]}};",
        "got[i] = int(*places[i / 2 % 2][i % 2]);",
        "(i % 4 == 0 ? 1 : i % 4 == 1 ? 4 : i % 4 == 2 ? 13 : 18)",
    ),
    "nested": (
        "@KIND@ Row rows[] = @ROWS@;\n@KIND@ Pair pairs[] = {{{&a[6], 1}, rows}, {{&b[6], 2}, &rows[1]}};",
        "got[i] = int(*pairs[i % 2].first.at) * 1000 + pairs[i % 2].rest[1].n;",
        "(i % 2 ? 17300 : 7200)",
    ),
    "copied": (
        "@KIND@ Row rows[] = @ROWS@;",
        "Row mine[3];\n    for (int k = 0; k < 3; ++k) mine[(k + i) % 3] = rows[k];\n"
        "    got[i] = int(*mine[i * 2 % 3].at) + mine[i * 2 % 3].n;",
        _OF_ROWS,
    ),
}
_KINDS = {"static": "static const", "constexpr": "static constexpr", "plain": "const"}


def programs() -> Iterator[tuple[str, str]]:
    for pointed in _POINTED:
        for name, (declared, code, expected) in _TABLES.items():
            for kind, words in _KINDS.items():
                for outside in (False, True):
                    if pointed == "tile_static" and (outside or kind == "constexpr"):
                        continue
                    if outside and kind == "plain":
                        continue
                    type_ = "float" if name in ("rows", "nested") else "int"
                    found = declared.replace("@KIND@", words)
                    place = "outside" if outside else "inside"
                    yield (
                        f"{pointed}_{name}_{kind}_{place}",
                        _program(pointed, found, code, expected, type_, outside),
                    )
        code = "switch (i % 5) {\n" + "".join(
            f"    case {k}: p = {place}; break;\n"
            for k, place in enumerate(_POINTERS.strip("{}").split(", ")[:4])
        )
        code = f"int* p;\n    {code}    default: p = b;\n    }}\n    got[i] = *p;"
        yield f"{pointed}_switch", _program(pointed, "", code, _OF_POINTERS, "int", False)


def _program(pointed: str, table: str, code: str, expected: str, type_: str, outside: bool) -> str:
    variables, prepare = _POINTED[pointed]
    if pointed == "global":
        variables = f"static {variables}"
    if outside:
        variables += table + "\n"
    elif table:
        indented = "".join(f"    {line}\n" for line in table.split("\n"))
        prepare += indented
    text = _TEXT.replace("@GLOBALS@", variables).replace("@PREPARE@", prepare)
    text = text.replace("@BODY@", f"    {code}\n").replace("@EXPECTED@", expected)
    text = text.replace("@ROWS@", _ROWS).replace("@POINTERS@", _POINTERS)
    return text.replace("@POINTER@", "@TYPE@* const").replace("@TYPE@", type_)
