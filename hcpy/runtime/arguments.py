"""Checks a launch's arguments against the kernel's parameters, and lays them out as the function object.

Takes: a Signature and its Layout.
Gives: a Packer. Every ArgumentError names the parameter as the C++ source has it, and what was given.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hcpy.core import records
from hcpy.core.records import USE
from hcpy.core.signature import Parameter, Signature, Value
from hcpy.runtime.accelerator import accelerator_view
from hcpy.runtime.array_view import array_view
from hcpy.runtime.entry_points import Layout, offsets
from hcpy.runtime.exceptions import ArgumentError, DomainError, shown
from hcpy.runtime.shapes import extent, tiled_extent
from hcpy.runtime.struct_values import record_of
from hcpy.runtime.vectors import as_vectors

_ARRAYS = ("pointer", "view")
_CHECKED_ALIGNMENT = 16  # bytes: instructions for vectors of such types fail at other addresses
_ADDRESS_IN_VIEW = 8  # hcrt::ViewBinding: after the buffer


class Binding:
    """What a launch's arguments became."""

    __slots__ = ("kept", "uses", "values", "view")

    def __init__(self, view: accelerator_view) -> None:
        self.view = view
        self.values: list[Any] = []
        self.uses: list[bytes] = []  # hcrt_c_use
        self.kept: list[Any] = []  # what must live until the kernel is complete


Converter = Callable[[Any, Binding], None]


class Packer:
    """Fills function objects of one kernel. Any thread."""

    def __init__(self, signature: Signature, layout: Layout) -> None:
        self._signature = signature
        self._pack = struct.Struct(layout.format).pack
        places = offsets(signature)
        self._converters = [
            _converter(signature, number, parameter, places[number][1])
            for number, parameter in enumerate(signature.parameters)
        ]
        self._count = len(self._converters)
        # For plans: which arguments are arrays; number, format, kind and offset of the scalars. None: there
        # are parameters of other kinds.
        self.arrays = [n for n, p in enumerate(signature.parameters) if p.kind in _ARRAYS]
        self.numbers: list[tuple[int, str, str, int]] | None = [
            (n, places[n][0], np.dtype(p.value.dtype).kind, places[n][1])
            for n, p in enumerate(signature.parameters)
            if p.kind == "scalar"
        ]
        if len(self.arrays) + len(self.numbers) != self._count:
            self.numbers = None

    def pack(self, shape: extent, arguments: Sequence[Any], binding: Binding) -> bytes:
        """The function object's bytes, but for addresses; `binding` then says what the kernel uses.

        Raises ArgumentError.
        """
        signature = self._signature
        dims = shape.dims
        if len(dims) != signature.rank or isinstance(shape, tiled_extent) is not signature.tiled:
            raise _wrong_shape(signature, shape)
        if len(arguments) != self._count:
            raise _wrong_count(signature, len(arguments))
        for convert, argument in zip(self._converters, arguments, strict=True):
            convert(argument, binding)
        values = binding.values
        if signature.tiled:
            values += shape.tile_dims  # type: ignore[attr-defined]
        try:
            return self._pack(*values, *dims)
        except (struct.error, OverflowError) as error:
            raise ArgumentError(f"kernel {signature}: {error}") from None


def _wrong_shape(signature: Signature, shape: object) -> Exception:
    if not isinstance(shape, extent):
        return ArgumentError(f"parallel_for_each takes an hcpy.extent first, not {type(shape).__name__}")
    wanted = f"{'a tiled_extent' if signature.tiled else 'an extent'} of rank {signature.rank}"
    return DomainError(f"kernel {signature} takes {wanted}; given {shape!r}")


def _wrong_count(signature: Signature, given: int) -> ArgumentError:
    most = len(signature.parameters)
    wanted = f"{most - signature.defaults} to {most}" if signature.defaults else str(most)
    return ArgumentError(f"kernel {signature} takes {wanted} argument{'s' * (most != 1)}; given {given}")


def _converter(signature: Signature, number: int, parameter: Parameter, offset: int) -> Converter:
    place = f"argument {number + 1} of '{signature.name}', parameter {parameter}"

    def refuse(fault: str) -> ArgumentError:
        return ArgumentError(f"{place}: {fault}")

    if parameter.kind == "scalar":
        return _scalar(parameter.value, refuse)
    if parameter.kind == "struct":
        return _struct(parameter.value, refuse)
    return _elements(parameter, offset, refuse)


# --- values ------------------------------------------------------------------------------------------------
def _scalar(value: Value, refuse: Callable[[str], ArgumentError]) -> Converter:
    dtype = np.dtype(value.dtype)
    if dtype.kind == "f":
        limit = float(np.finfo(dtype).max)

        def real(argument: Any, binding: Binding) -> None:
            if type(argument) is not float:
                if not isinstance(argument, (float, int, np.floating, np.integer)) or isinstance(
                    argument, bool
                ):
                    raise refuse(f"takes a number; given {shown(argument)}")
                try:
                    argument = float(argument)
                except OverflowError:
                    raise refuse(f"{shown(argument)} is out of the range of {dtype}") from None
            if not _is_within(argument, limit):
                raise refuse(f"{argument!r} is out of the range of {dtype}")
            binding.values.append(argument)

        return real
    if dtype.kind == "b":

        def truth(argument: Any, binding: Binding) -> None:
            if not isinstance(argument, (bool, np.bool_)):
                raise refuse(f"takes True or False; given {shown(argument)}")
            binding.values.append(bool(argument))

        return truth
    bits = 8 * value.bytes
    signed = dtype.kind == "i"
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)

    def integer(argument: Any, binding: Binding) -> None:
        if type(argument) is not int:
            if not isinstance(argument, (int, np.integer)) or isinstance(argument, bool):
                raise refuse(f"takes an integer; given {shown(argument)}")
            argument = int(argument)
        if not low <= argument <= high:
            raise refuse(f"{argument} is out of the range of {dtype}, {low} to {high}")
        binding.values.append(argument)

    return integer


def _struct(value: Value, refuse: Callable[[str], ArgumentError]) -> Converter:
    dtype = np.dtype(value.dtype)
    if dtype.kind == "c":
        return _complex(dtype, refuse)

    def record(argument: Any, binding: Binding) -> None:
        plain = isinstance(argument, np.ndarray) and argument.dtype.names is None and argument.ndim == 1
        if dtype.names is not None and (plain or isinstance(argument, (tuple, list, dict))):
            argument = record_of(argument, dtype, refuse)
        given = getattr(argument, "dtype", None)
        if given is None or getattr(argument, "shape", ()) != ():
            raise refuse(f"takes one record of numpy dtype {dtype}; given {shown(argument)}")
        if given != dtype:
            raise refuse(f"takes a record of dtype {dtype}, laid out as in C++; given one of {given}")
        binding.values.append(argument.tobytes())

    return record


def _is_within(number: float, limit: float) -> bool:
    """Infinities and NaN are in the range of every floating type."""
    return -limit <= number <= limit or number - number != 0


def _complex(dtype: Any, refuse: Callable[[str], ArgumentError]) -> Converter:
    limit = float(np.finfo(dtype).max)

    def number(argument: Any, binding: Binding) -> None:
        if not isinstance(argument, (complex, float, int, np.number)) or isinstance(argument, bool):
            raise refuse(f"takes a complex number; given {shown(argument)}")
        try:
            given = complex(argument)
        except OverflowError:
            raise refuse(f"{shown(argument)} is out of the range of {dtype}") from None
        if not (_is_within(given.real, limit) and _is_within(given.imag, limit)):
            raise refuse(f"{given!r} is out of the range of {dtype}")
        binding.values.append(np.array(given, dtype).tobytes())

    return number


# --- elements ----------------------------------------------------------------------------------------------
# Of an hc::array_view the kernel uses the elements, of a pointer perhaps all of the array that they are in.
def _elements(parameter: Parameter, offset: int, refuse: Callable[[str], ArgumentError]) -> Converter:
    element = parameter.value
    dtype = np.dtype(element.dtype) if element.bytes else None
    writes = not parameter.readonly
    is_view, rank = parameter.kind == "view", parameter.rank
    access = records.C_READ_WRITE if writes else records.C_READ
    place = offset + (_ADDRESS_IN_VIEW if is_view else 0)
    pack = USE.pack

    def check(argument: Any) -> Any:
        """What the fast path below does not take: raises, or makes a view."""
        if not isinstance(argument, array_view):
            if isinstance(argument, (bool, int, float, complex, str, np.generic)):
                raise refuse(f"takes an array_view or an array; given {shown(argument)}")
            try:
                argument = array_view(argument)
            except ArgumentError as error:
                raise refuse(str(error)) from None
        argument = as_vectors(argument, element)
        if dtype is not None and argument.dtype != dtype and not _same_bytes(argument.dtype, element):
            raise refuse(
                f"takes elements of {_wanted(element, dtype)}; given {argument.dtype}"
                + (_conversion(argument.dtype, dtype) or f" of shape {argument.shape}" * bool(element.lanes))
            )
        if element.align >= _CHECKED_ALIGNMENT:
            _check_place(argument, element, refuse)
        if writes and argument.readonly:
            raise refuse(
                f"the kernel may write to it; given a read-only array (is it const {element.spelling}?)"
            )
        if is_view and len(argument.shape) != rank:
            raise refuse(
                f"takes an array of {rank} dimension{'s' * (rank > 1)}; given shape {argument.shape}"
            )
        if is_view and argument.size and argument.steps[-1] != 1:
            raise refuse(
                "takes rows without gaps; given an array with steps of "
                f"{argument.steps} elements: numpy.ascontiguousarray copies it"
            )
        if not is_view and not argument._contiguous:
            raise refuse(
                f"takes a contiguous array; given one of shape {argument.shape} with steps of "
                f"{argument.steps} elements: numpy.ascontiguousarray copies it"
            )
        return argument

    def convert(argument: Any, binding: Binding) -> None:
        if argument is None and not is_view:
            binding.values.append(0)
            return
        view = check(argument)
        memory = view.memory
        home = memory.home
        if home is not None and home is not binding.view.device:
            raise refuse(
                f"the elements live on accelerator {home.info.path}; the launch is on "
                f"{binding.view.device.info.path}"
            )
        binding.kept.append(memory)
        values = binding.values
        first = view.offset
        if is_view:
            binding.uses.append(pack(memory.handle, first, view.span, first, access, place))
            values += (0, 0, 0)
            values += view.shape
            values += view.steps[:-1]
        else:
            binding.uses.append(pack(memory.handle, 0, memory.nbytes, first, access, place))
            values.append(0)

    return convert


def _check_place(view: array_view, element: Value, refuse: Callable[[str], ArgumentError]) -> None:
    beyond = (view.memory.address + view.offset) % element.align
    if beyond and view.size:
        raise refuse(
            f"the elements are aligned to {element.align} bytes; the array begins {beyond} bytes beyond such "
            "an address: copy it to the numpy() of an array_view(shape=..., dtype=...)"
        )


def _same_bytes(given: Any, element: Value) -> bool:
    """Characters and their numbers: `char*` takes int8, uint8 and S1."""
    return (
        element.spelling in ("char", "unsigned char", "signed char")
        and given.itemsize == 1
        and given.kind in "iuS"
    )


def _wanted(element: Value, dtype: Any) -> str:
    if not element.lanes:
        return f"{dtype} ({element.spelling})"
    lane = np.dtype(element.lane_dtype)
    if element.lanes * lane.itemsize != element.bytes:
        return f"module.dtype('{element.spelling}'), which are {element.bytes} bytes apart"
    return f"module.dtype('{element.spelling}'), or of {lane} where the last dimension is {element.lanes}"


def _conversion(given: Any, wanted: Any) -> str:
    if (given.kind in "biuf" and wanted.kind in "biufc") or given.kind == wanted.kind == "c":
        return f": array.astype(numpy.{wanted.name}) converts it"
    return ""
