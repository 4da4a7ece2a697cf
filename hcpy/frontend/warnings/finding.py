"""What a check found: a warning at a place."""

from __future__ import annotations

from hcpy.core.dataclass import dataclass
from hcpy.core.model import Location, Note


@dataclass(frozen=True)
class Finding:
    """A warning at a place, by the name of its flag."""

    flag: str
    location: Location
    message: str
    notes: tuple[Note, ...] = ()
    kernel: Location | None = None  # the lambda that must be a kernel for it to hold
    captured: str = ""  # the pointer that this kernel must capture
    is_mild: bool = False  # a warning, also where the flag's findings are errors
