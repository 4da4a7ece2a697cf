"""What Python knows of C++ kernels: their parameters, in types that NumPy understands.

Imports nothing of ours. All classes are frozen and pickle: the cache keeps them beside the compiled code.
"""

from __future__ import annotations

from typing import Any

from hcpy.core.dataclass import dataclass, replace
from hcpy.core.model import Location

# What numpy.dtype() takes: "<f4", or for a struct {"names", "formats", "offsets", "itemsize"}.
DtypeSpec = Any


@dataclass(frozen=True)
class Value:
    """A type that travels by value, or that a pointer points to."""

    spelling: str  # as C++ names it
    dtype: DtypeSpec
    bytes: int
    align: int
    is_struct: bool = False
    lanes: int = 0  # of a short vector
    lane_dtype: DtypeSpec = None


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel, after the index."""

    name: str
    spelling: str  # its type, as the source has it
    cpp: str  # the type of the function object's member, fully qualified
    kind: str  # "scalar", "struct", "pointer" or "view"
    value: Value  # itself, or its element
    rank: int = 0  # of a view
    readonly: bool = False  # the element is const

    def __str__(self) -> str:
        return f"'{self.spelling} {self.name}'"


@dataclass(frozen=True)
class Signature:
    """A kernel that can be launched."""

    name: str  # qualified: "physics::step"; of an instance "scale<float, 3>"
    location: Location
    rank: int  # of the index
    tiled: bool
    parameters: tuple[Parameter, ...]
    defaults: int = 0  # of the last parameters, how many a call may leave out
    omitted: int = 0  # parameters that this form of the kernel leaves to their defaults

    @property
    def shorter(self) -> list[Signature]:
        """The forms that leave parameters to their defaults."""
        return [
            replace(self, parameters=self.parameters[:-count], defaults=0, omitted=count)
            for count in range(1, self.defaults + 1)
        ]

    def __str__(self) -> str:
        index = f"{'tiled_index' if self.tiled else 'index'}<{self.rank}>"
        return f"{self.name}({', '.join([index, *(p.spelling + ' ' + p.name for p in self.parameters)])})"


@dataclass(frozen=True)
class Template:
    """A kernel template: what brackets after its name must hold."""

    name: str
    location: Location
    arguments: tuple[str, ...]  # "class T", "int N"
    needed: int  # those that neither a default nor the call can give


@dataclass(frozen=True)
class Unusable:
    """A function that looks like a kernel and can't be launched from Python."""

    name: str
    location: Location
    reason: str


@dataclass(frozen=True)
class Interface:
    """All that a source offers to Python."""

    kernels: tuple[Signature, ...] = ()
    templates: tuple[Template, ...] = ()
    unusable: tuple[Unusable, ...] = ()
    structs: tuple[Value, ...] = ()
    unmarked: tuple[str, ...] = ()  # functions that lack [[hc]] and would else be kernels
