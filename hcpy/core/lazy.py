"""Modules that are imported when they are first used: hcc starts quickly, and few runs need all of them.

Takes: dotted names.
Gives: a stand-in for a module, or a function that a description names as "module:function".

This is the one way to import late; a test refuses imports inside functions. A file says, at its head:

    if TYPE_CHECKING:
        from hcpy.frontend import split
    else:
        split = lazy("hcpy.frontend.split")

mypy and the linter of the order of imports then see the import. Descriptions of targets name by a string what
they must not import: code that is above them in that order, and that loads LLVM.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType as Module
    from typing import Any


class LazyModule:
    """Stands for a module: the first attribute that is asked for imports it."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(load_module(self._name), attribute)

    def __repr__(self) -> str:
        return f"<lazy module {self._name}>"


def lazy(name: str) -> LazyModule:
    """The module of a dotted name, imported at its first use."""
    return LazyModule(name)


def load_module(name: str) -> Module:
    """The module of a dotted name, imported now; waits where another thread imports it."""
    __import__(name)  # importlib would take a millisecond to load
    return sys.modules[name]


def named(text: str) -> Any:
    """What "module:name" names."""
    module, _, name = text.partition(":")
    return getattr(load_module(module), name)
