"""Plans: launches that were checked and bound, to be started again with the same arrays.

Takes: a launch that parallel_for_each has started.
Gives: a Plan, which starts it again, by one call of libhcrt, where shape, view and arrays are the same;
scalars may change. Everything else is the general path's work.
"""

from __future__ import annotations

import struct
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hcpy.runtime.array_view import array_view
from hcpy.runtime.futures import completion_future

if TYPE_CHECKING:
    from hcpy.runtime.accelerator import accelerator_view
    from hcpy.runtime.arguments import Packer
    from hcpy.runtime.device import Launch

_NOTHING = object()
_KINDS = {"f": (float, int), "i": (int,), "u": (int,), "b": (bool,)}  # what is packed as it is


class _Number:
    """A scalar argument."""

    __slots__ = ("kinds", "last", "number", "offset", "pack_into")

    def __init__(self, number: int, code: str, kind: str, offset: int, given: Any) -> None:
        self.number = number
        self.pack_into = struct.Struct(f"<{code}").pack_into
        self.kinds = _KINDS[kind]
        self.offset = offset
        self.last = given


class Plan:
    """Any thread: a launch holds its view's lock, which makes the buffer its own."""

    __slots__ = ("_arrays", "_buffer", "_count", "_entry", "_launch", "_name", "_numbers", "_shape", "_view")

    def __init__(
        self, packer: Packer, name: str, view: accelerator_view, shape: Any, arguments: Sequence[Any],
        launch: Launch,
    ) -> None:  # fmt: skip
        self._name = name
        # Weak: a plan keeps neither a view's stream nor an array, whose end writes it back.
        self._view = weakref.ref(view)
        self._shape = shape
        self._count = len(arguments)
        self._buffer = launch.buffer
        self._launch = launch.start
        self._arrays: list[tuple[int, weakref.ref[Any]]] = [
            (number, weakref.ref(arguments[number])) for number in packer.arrays
        ]
        self._numbers = [
            _Number(number, code, kind, launch.argument + offset, arguments[number])
            for number, code, kind, offset in packer.numbers or ()
        ]
        self._entry: list[Any] | None = None  # what holds the arguments of the last launch

    def start(self, shape: Any, view: accelerator_view, arguments: Sequence[Any]) -> completion_future | None:
        """Starts it; None where this is another launch."""
        if view is not self._view() or len(arguments) != self._count:
            return None
        if shape is not self._shape and (type(shape) is not type(self._shape) or shape != self._shape):
            return None
        for number, known in self._arrays:
            argument = arguments[number]
            if known() is not argument or argument is None:
                return None
        with view.lock:
            for scalar in self._numbers:
                argument = arguments[scalar.number]
                if argument is not scalar.last:
                    if type(argument) not in scalar.kinds:
                        return None
                    scalar.last = _NOTHING  # what is refused leaves anything in the buffer
                    try:
                        scalar.pack_into(self._buffer, scalar.offset, argument)
                    except (struct.error, OverflowError):
                        return None  # the general path reports why
                    scalar.last = argument
            event = self._launch()
            # Where nothing was held since, the same arguments are held until this launch is complete.
            entry = view.newest
            if entry is not None and entry is self._entry:
                entry[0] = event
            else:
                self._entry = view.hold(event, arguments)
        return completion_future(event, view, self._name)


class Plans:
    """The plans of one kernel: the last few sets of arrays."""

    __slots__ = ("_seen", "listed")

    def __init__(self) -> None:
        self.listed: tuple[Plan, ...] = ()
        self._seen: list[tuple[int, ...]] = []

    def wanted(self, packer: Packer, arguments: Sequence[Any]) -> bool:
        """Is this launch worth a plan? One that comes for the second time is."""
        if packer.numbers is None or not all(isinstance(arguments[n], array_view) for n in packer.arrays):
            return False
        key = tuple(id(arguments[n]) for n in packer.arrays)
        if key in self._seen:
            return True
        self._seen = [key, *self._seen[:3]]
        return False

    def add(self, plan: Plan) -> None:
        """The newest first; the oldest goes."""
        self.listed = (plan, *self.listed[:3])
