"""Cells of group memory that are neither numbers nor a unit's structs: their type, what they begin with, and
what a statement may read and write of one."""

from __future__ import annotations

from random_kernels.model import SCALARS, U64, Place

OTHER_CELLS = (
    ("bool", "i % 3 == 1"),
    ("Two<u8, f64>", "Two<u8, f64>{(u8)i, i * 0.5}"),
    ("Two<i16, Three<u8>>", "Two<i16, Three<u8>>{(i16)(i * 99), {{(u8)i, 1, 2}}}"),
    ("Three<u8>", "Three<u8>{{(u8)i, 1, 2}}"),
    ("Two<u8, Three<u16>>", "Two<u8, Three<u16>>{(u8)i, {{(u16)(i * 9), 1, 2}}}"),
    ("Three<Two<u8, i16>>", "Three<Two<u8, i16>>{{{(u8)i, (i16)-i}, {1, 2}, {(u8)(i * 3), 4}}}"),
    ("std::array<u8, 7>", "std::array<u8, 7>{{(u8)i, 4, (u8)(i * 5)}}"),
    ("unsigned __int128", "(unsigned __int128)(i + 5) << (i & 63)"),
)
OTHER_PLACES = {
    "bool": (Place("{cell}", SCALARS["u8"], True, cast=True),),
    "Two<u8, f64>": (Place("{cell}.a", SCALARS["u8"], True), Place("{cell}.b", SCALARS["f64"], True)),
    "Two<i16, Three<u8>>": (
        Place("{cell}.a", SCALARS["i16"], True),
        *(Place(f"{{cell}}.b.v[{n}]", SCALARS["u8"], True) for n in range(3)),
    ),
    "Three<u8>": (Place("{cell}.v[({0}) % 3u]", SCALARS["u8"], True),),
    "Two<u8, Three<u16>>": (
        Place("{cell}.a", SCALARS["u8"], True),
        Place("{cell}.b.v[({0}) % 3u]", SCALARS["u16"], True),
    ),
    "Three<Two<u8, i16>>": (
        Place("{cell}.v[({0}) % 3u].b", SCALARS["i16"], True),
        Place("{cell}.v[1].a", SCALARS["u8"], True),
    ),
    "std::array<u8, 7>": (Place("{cell}[({0}) % 7u]", SCALARS["u8"], True),),
    "unsigned __int128": (
        Place("{cell}", U64, True, cast=True),
        Place("({cell} >> 53)", U64, False, cast=True),
    ),
}
