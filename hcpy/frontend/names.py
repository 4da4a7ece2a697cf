"""Makes kernel names equal in both parts where the iterations count lambdas differently.

Takes: a kernel's mangled name.
Gives: the name that host and device part must agree on; the host's names of a device part's kernels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hcpy.core.model import Location

_TAG = "hcpy_kernel_"
_TAGGED = re.compile(r"\d+" + _TAG + r"\d+_\d+")
# <lambda-sig> E [number] _ and Ut [number] _: the numbers count the closures and unnamed types of a scope.
_COUNTS = re.compile(r"(?<=E)\d+(?=_)|(?<=Ut)\d+(?=_)")
_COUNTED = re.compile(r"(?:E|Ut)(\d*)_")


def kernel_tag(location: Location, is_main_file: bool) -> str:
    """The name of the tag type for the kernel at a place."""
    tag = f"{_TAG}{location.line}_{location.column}"
    if is_main_file:
        return tag
    # Headers may hold kernels at the same line and column.
    return (
        tag
        + "_"
        + "".join(c if c.isalnum() and c.isascii() else "_" for c in location.file.rpartition("/")[2])
    )


def normalise_kernel_name(name: str) -> str:
    """The name without counts of closures, where a tag identifies the kernel; any other name as it is."""
    return _COUNTS.sub("", name) if _TAGGED.search(name) else name


def hosts_names(host: Iterable[str], device: Iterable[str]) -> dict[str, str]:
    """What the host part calls the device's kernels.

    Those that differ in counts alone, as a wrapper's that one function calls with several closures, come in
    the same order in both parts; where one part has more of them, they cannot be told apart and are left out.
    """
    ours, theirs = _by_normal_name(host), _by_normal_name(device)
    return {
        name: hosts
        for normal, names in theirs.items()
        if len(names) == len(ours.get(normal, ()))
        for name, hosts in zip(names, ours[normal], strict=True)
    }


def _by_normal_name(names: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(set(names), key=_counts):
        found.setdefault(normalise_kernel_name(name), []).append(name)
    return found


def _counts(name: str) -> list[int]:
    """The counts in a name; the first closure of a scope has none."""
    return [int(digits) if digits else -1 for digits in _COUNTED.findall(name)]
