"""Values of structs of the source, made of what Python programs give for them.

Takes: tuples and lists in the members' order, dicts by their names, records, numbers; nested as the members
are. A struct whose only member is an array (`std::array`) takes the array's elements.
Gives: a NumPy record. Numbers that the member can't hold are refused, not cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hcpy.runtime.exceptions import shown

Refuse = Callable[[str], Exception]


def record_of(given: Any, dtype: Any, refuse: Refuse) -> Any:
    """A record of this dtype; what `refuse` makes of a fault is raised."""
    made = np.zeros((), dtype)
    fill(made, given, refuse)
    return made[()]


def fill(record: Any, given: Any, refuse: Refuse, where: str = "") -> None:
    """Sets all members. `where`: of which member it is the value."""
    dtype = record.dtype
    names = dtype.names
    if getattr(given, "dtype", None) is not None and given.dtype.names is not None:
        if given.dtype != dtype or given.shape != ():
            text = f"takes a record of dtype {dtype}, laid out as in C++; given one of {given.dtype}"
            raise refuse(_placed(where, text))
        record[()] = given
        return
    for name, member in zip(names, _members(given, dtype, refuse, where), strict=True):
        set_member(record, name, member, refuse, where)


def _members(given: Any, dtype: Any, refuse: Refuse, where: str) -> Sequence[Any]:
    names = dtype.names
    if isinstance(given, Mapping):
        if set(given) == set(names):
            return [given[name] for name in names]
    elif isinstance(given, (tuple, list, np.ndarray)):
        only = dtype[0].shape if len(names) == 1 else ()
        if only and len(given) == only[0] and not (len(given) == 1 and np.shape(given[0])):
            return [given]
        if len(given) == len(names):
            return list(given)
    raise refuse(_placed(where, f"takes the members {', '.join(names)}; given {shown(given)}"))


def set_member(record: Any, name: str, given: Any, refuse: Refuse, where: str = "") -> None:
    """Sets one member of a record, an array of no dimensions."""
    kind, place = record.dtype[name], f"{where}.{name}" if where else name
    element = kind.base
    if element.names is None:
        _set_numbers(record, name, given, refuse, place)
    elif not kind.shape:
        fill(record[name], given, refuse, place)
    elif not isinstance(given, (tuple, list, np.ndarray)) or len(given) != kind.shape[0]:
        raise refuse(f"member '{place}' takes {kind.shape[0]} elements; given {shown(given)}")
    else:
        for number, each in enumerate(given):
            fill(record[name][number, ...], each, refuse, f"{place}[{number}]")


def _set_numbers(record: Any, name: str, given: Any, refuse: Refuse, place: str) -> None:
    kind = record.dtype[name]
    try:
        if kind.base.kind != "V" and np.asarray(given).dtype.kind not in "biufc":
            raise TypeError("it takes numbers")
        with np.errstate(all="ignore"):
            record[name] = given
    except (TypeError, ValueError, OverflowError) as error:
        raise refuse(f"member '{place}' is of {kind}; given {shown(given)}: {error}") from None
    made = record[name]
    if kind.base.kind in "iub" and not np.array_equal(made, np.broadcast_to(given, made.shape)):
        raise refuse(f"member '{place}' is of {kind}; given {shown(given)}")
    if kind.base.kind in "fc" and not np.all(np.isfinite(made) | ~np.isfinite(given)):
        raise refuse(f"member '{place}': {shown(given)} is out of the range of {kind.base}")


def _placed(where: str, text: str) -> str:
    return f"member '{where}' {text}" if where else text
