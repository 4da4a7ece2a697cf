"""Cells of group memory that are neither numbers nor a unit's structs: their type, what they begin with, and
what a statement may read and write of one."""

from __future__ import annotations

from random_kernels.model import SCALARS, U64, Place

OTHER_CELLS = (
    ("bool", "i % 3 == 1"),
    ("Two<u8, f64>", "Two<u8, f64>{(u8)i, i * 0.5}"),
    ("Two<i16, Three<u8>>", "Two<i16, Three<u8>>{(i16)(i * 99), {{(u8)i, 1, 2}}}"),
    ("unsigned __int128", "(unsigned __int128)(i + 5) << (i & 63)"),
)
OTHER_PLACES = {
    "bool": (Place("{cell}", SCALARS["u8"], True, cast=True),),
    "Two<u8, f64>": (Place("{cell}.a", SCALARS["u8"], True), Place("{cell}.b", SCALARS["f64"], True)),
    "Two<i16, Three<u8>>": (
        Place("{cell}.a", SCALARS["i16"], True),
        *(Place(f"{{cell}}.b.v[{n}]", SCALARS["u8"], True) for n in range(3)),
    ),
    "unsigned __int128": (
        Place("{cell}", U64, True, cast=True),
        Place("({cell} >> 53)", U64, False, cast=True),
    ),
}
