"""The %%hcc cell magic of Jupyter and IPython: `%load_ext hcpy`.

Takes: a cell of C++.
Gives: its kernels, bound to their names in the notebook; diagnostics in the cell where it has errors. What
kernels print comes in the cell that waits for them.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from hcpy.core.errors import HcpyError
from hcpy.core.lazy import lazy
from hcpy.runtime.exceptions import CompileError
from hcpy.runtime.module import Module, compile

if TYPE_CHECKING:
    from hcpy.runtime import library
else:
    library = lazy("hcpy.runtime.library")


def load_ipython_extension(shell: Any) -> None:
    """Register %%hcc; `%load_ext hcpy` calls it."""
    shell.register_magic_function(_Magic(shell), magic_kind="cell", magic_name="hcc")
    shell.events.register("post_run_cell", _flush)


class _Magic:
    """%%hcc [--name NAME] [options of hcc]: compiles the cell.

    Every kernel and kernel template is bound to its name; --name binds the module, too.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self.__name__ = "hcc"

    def __call__(self, line: str, cell: str) -> None:
        words = shlex.split(line)
        name = None
        if "--name" in words:
            at = words.index("--name")
            if at + 1 == len(words):
                print("%%hcc: --name takes a name", file=sys.stderr)
                return
            name = words[at + 1]
            del words[at : at + 2]
        shown = f"<cell {self._shell.execution_count}>"
        try:
            module = compile(cell, *words, name=shown)
        except CompileError as error:
            print(error, file=sys.stderr)
        except HcpyError as error:
            print(f"%%hcc: {error}", file=sys.stderr)
        else:
            self._bind(module, name)

    def _bind(self, module: Module, name: str | None) -> None:
        found = {kernel.rpartition("::")[2]: module[kernel] for kernel in module.kernels}
        if name is not None:
            found[name] = module
        self._shell.push(found)


def _flush(*_: object) -> None:
    """The C library keeps what kernels printed until its buffer is full.

    A notebook's process has a thread that brings what comes to file descriptor 1 into the cell, sometimes
    after the cell's end: what is left in the buffer takes a surer way.
    """
    if "hcpy.runtime.library" not in sys.modules:
        return
    if sys.stdout is sys.__stdout__:
        library.library().hcrt_c_flush_output()
        return
    with tempfile.TemporaryFile() as file:
        standard = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            library.library().hcrt_c_flush_output()
        finally:
            os.dup2(standard, 1)
            os.close(standard)
        file.seek(0)
        sys.stdout.write(file.read().decode(errors="replace"))
