"""Every exception of the Python API; `docs/python.md` has the table.

All are HcpyErrors. Those that report a fault of the caller's also are the built-in exception that Python
programs expect there: TypeError, ValueError, AttributeError.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NoReturn, SupportsIndex

from hcpy.core import errors
from hcpy.core.errors import HcpyError
from hcpy.core.model import Diagnostic, Location


class CompileError(errors.CompileError):
    """The C++ source has errors.

    Attributes:
        diagnostics: each with severity, location (file, line, column), message and notes.

    Its text is what hcc prints: `file:line:column: error: ...`, the source line and a caret.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic], text: str) -> None:
        super().__init__(diagnostics)
        self.text = text
        self.args = (text,)

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.diagnostics, self.text)


def placed(error: CompileError, place: Location, what: str) -> CompileError:
    """The same error; what has no place, as a template's arguments, gets this one and a name."""
    found = [
        d if d.location is not None else replace(d, location=place, message=f"{what}: {d.message}")
        for d in error.diagnostics
    ]
    return CompileError(found, error.text.replace("hcc: error: ", f"{place}: error: {what}: "))


class ArgumentError(HcpyError, TypeError, ValueError):
    """An argument of a launch does not fit the kernel's parameter.

    Its number, type, shape, layout or writability differs.
    """


class DomainError(HcpyError, ValueError):
    """The extent or the tile of a launch is not one that the accelerator can run."""


class KernelNotFound(HcpyError, AttributeError):
    """The module has no kernel of that name; the text has the nearest ones, or why it can't be launched."""


class TemplateError(HcpyError, TypeError):
    """A kernel template was launched without arguments in brackets, or with ones that it can't take."""


class BackendMissing(HcpyError, ImportError):
    """A Python package that the accelerator needs is not installed; the text has the command for it."""


class AcceleratorNotFound(HcpyError, LookupError):
    """There is no such accelerator, or it can't run kernels; the text says why."""


class AcceleratorRemoved(HcpyError):
    """The accelerator is gone: reset, unplugged, or of the process that this one was forked from."""


class KernelFailed(HcpyError, RuntimeError):
    """A kernel that was running met an error: a wild access, a trap, a failed launch."""


class AcceleratorLost(AcceleratorRemoved, KernelFailed):
    """A kernel broke the accelerator: it is of no use to this process any more."""


class OutOfMemory(HcpyError, MemoryError):
    """The accelerator has no room for an array."""


class Single:
    """What stands for one piece of libhcrt: the end of a copy would end it a second time."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise ArgumentError(f"a {type(self).__name__} belongs to its process: it can't be copied or pickled")


def missing(package: str, extra: str, purpose: str) -> BackendMissing:
    """What a process hears that lacks an optional part."""
    return BackendMissing(f"{purpose} needs the package {package}; install it with: pip install '{extra}'")


def not_found(name: str, known: Iterable[str], what: str, where: str) -> str:
    """The text about a name that is not there, with the nearest names."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        hint = f"did you mean {', '.join(repr(n) for n in near)}?"
    elif names:
        hint = f"it has {', '.join(repr(n) for n in names[:8])}{', ...' if len(names) > 8 else ''}"
    else:
        hint = "it has none: mark functions over an hc::index or hc::tiled_index with [[hc]]"
    return f"{where} has no {what} {name!r}; {hint}"


def shown(argument: object) -> str:
    """What was given, in few words."""
    kind = type(argument).__name__
    if getattr(argument, "shape", ()) != ():
        return f"{kind} of {argument.dtype} and shape {tuple(argument.shape)}"  # type: ignore[attr-defined]
    text = repr(argument)
    return f"{kind} {text if len(text) <= 60 else text[:57] + '...'}"
