"""What a kernel may ask about its launch, as the parameters that all functions of the host passes begin with.

Imports nothing of this folder. A function "with the context" has these parameters first, in this order; they
are inlined away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hcpy import ir

STEMS = {  # built-in -> stem of its values; one for each dimension, 32 bits and (".w") 64 bits wide
    "__hcrt_local_id": "local",
    "__hcrt_global_id": "global",
    "__hcrt_group_id": "group",
    "__hcrt_group_size": "size",
    "__hcrt_num_groups": "groups",
    "__hcrt_global_size": "whole",
}
DYNAMIC_MEMORY = "__hcrt_dynamic_group_memory"
BARRIER = "__hcrt_barrier"

SCRATCH, DYNAMIC, CLOSURE = "scratch", "dynamic", "closure"
ITEM, LANE = "item", "lane"  # number of the work-item in its group and in its strip
CLEAR = "clear"  # not 0: no clamp of an index does anything (clamps.py)
POINTERS = (SCRATCH, DYNAMIC, CLOSURE)
WIDE = tuple(f"{stem}{d}.w" for stem in STEMS.values() for d in range(3))
NARROW = tuple(f"{stem}{d}" for stem in STEMS.values() for d in range(3))
NAMES = (*POINTERS, ITEM, LANE, CLEAR, *WIDE, *NARROW)
INDEX = {name: n for n, name in enumerate(NAMES)}

DIVERGENT = frozenset(
    (ITEM, LANE, CLEAR, *(n for n in (*WIDE, *NARROW) if n.startswith(("local", "global"))))
)  # each work-item has its own, or each strip
ALONG_ROW = frozenset(  # differs between the work-items of a row
    (ITEM, LANE, *(f"{stem}0{wide}" for stem in ("local", "global") for wide in ("", ".w")))
)
ACROSS_ROWS = frozenset(  # differs from row to row
    (ITEM, LANE, *(f"{stem}{d}{wide}" for stem in ("local", "global") for d in (1, 2) for wide in ("", ".w")))
)
_ROWS_BELOW = frozenset(f"{stem}1{wide}" for stem in ("local", "global") for wide in ("", ".w"))
OF_STRIPS = {  # differs between the work-items of a strip of one row, and of several along dimension 1
    False: ALONG_ROW | {CLEAR},
    True: ALONG_ROW | _ROWS_BELOW | {CLEAR},
}
OF_HIGHER_DIMENSIONS = tuple(
    f"{stem}{d}{wide}" for stem in STEMS.values() for d in (1, 2) for wide in ("", ".w")
)
OF_GROUPS = (  # differ from group to group
    *(f"{s}{d}{wide}" for s in ("local", "group", "size", "groups") for d in range(3) for wide in ("", ".w")),
    ITEM,
    LANE,
)

_PARAMETERS = tuple(f"hc.{name}" for name in NAMES)
Context = Mapping[str, ir.Value]


def parameter_types(types: ir.Types) -> list[ir.Type]:
    pointer, wide, narrow = types.pointer(), types.i64, types.i32
    return [
        *([pointer] * len(POINTERS)),
        *([wide] * (3 + len(WIDE))),
        *([narrow] * len(NARROW)),
    ]


def define(
    module: ir.Module, name: str, result: ir.Type, extra: Sequence[tuple[ir.Type, str]]
) -> ir.Function:
    """A function with the context and further parameters, to be inlined.

    Nothing is noalias here: the inliner would leave scope declarations in the loops, which then count as
    memory accesses that depend on each other.
    """
    types = module.types
    parameters = [*parameter_types(types), *(kind for kind, _ in extra)]
    made = module.define(name, types.function(result, parameters))
    made.attributes.add("alwaysinline")
    made.attributes.add("nounwind")
    made.name_arguments([*_PARAMETERS, *(name for _, name in extra)])
    return made


def context_of(function: ir.Function) -> dict[str, ir.Value]:
    return dict(zip(NAMES, function.arguments, strict=False))


def used_by(function: ir.Function) -> frozenset[str]:
    """What a function asks of its context; a call may give poison for the rest."""
    return frozenset(name for n, name in enumerate(NAMES) if function.is_argument_used(n))
