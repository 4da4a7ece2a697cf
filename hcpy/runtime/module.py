"""compile(), and what it gives: modules and their kernels.

Takes: C++ sources.
Gives: Module, whose attributes are its kernels; code for a target is made when a kernel is first
launched there.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hcpy.core.errors import UsageError
from hcpy.core.lazy import lazy
from hcpy.core.signature import Interface, Template, Value
from hcpy.runtime.accelerator import accelerator
from hcpy.runtime.code_image import CodeImage
from hcpy.runtime.compiler import COMPILER, Source
from hcpy.runtime.exceptions import (
    ArgumentError,
    CompileError,
    KernelNotFound,
    TemplateError,
    not_found,
    placed,
    shown,
)
from hcpy.runtime.kernel import Kernel, kernel_of
from hcpy.runtime.struct_values import set_member
from hcpy.runtime.template_arguments import template_argument

if TYPE_CHECKING:
    import dataclasses

    from hcpy.runtime import launch
else:
    dataclasses = lazy("dataclasses")
    launch = lazy("hcpy.runtime.launch")


def compile(
    source: str | os.PathLike[str],
    *options: str,
    target: str | None = None,
    name: str | None = None,
) -> Module:
    """Compile the [[hc]] functions of a C++ source.

    Kernels are the functions marked [[hc]] whose first parameter is an hc::index<N> or hc::tiled_index<N>.
    hc.hpp need not be included. Results are kept in hcc's cache (HCPY_CACHE_DIR).

    Args:
        source: the text, or the path of a file: a PathLike, or a string that ends in .cpp, .cc, .cxx, .hpp
            or .h.
        options: hcc's, e.g. "-O3", "-DN=4", "-Iinclude", "-ffast-math".
        target: what to make code for at once, as in hcc's --targets ("host", "spirv", "ptx:sm_90"); unless
            given, the default accelerator's. Code for other accelerators is made at their first launch.
        name: how diagnostics call the text; "<string>" unless given.

    Returns:
        The Module of the source's kernels.

    Raises:
        CompileError: the source has errors; `diagnostics` has their places.
        ToolMissing: the tool chain is not installed.
        UsageError: the options are wrong.
    """
    text, path = _text_and_path(source)
    if target is not None and not isinstance(target, str):
        raise UsageError(f"target= takes a string, e.g. 'host'; given {shown(target)}")
    if not all(isinstance(option, str) for option in options):
        raise UsageError("hcpy.compile takes hcc's options as strings, e.g. '-O3', '-DN=4'")
    origin = Source(text, path, name or (path or "<string>"), tuple(options))
    wanted = target or accelerator().info.target
    interface, image = COMPILER.compile(origin, wanted)
    module = Module(origin, interface)
    module._images[wanted] = image
    return module


def _text_and_path(source: str | os.PathLike[str]) -> tuple[str, str]:
    if not isinstance(source, (str, os.PathLike)):
        raise UsageError(f"hcpy.compile takes C++ text or the path of a file; given {shown(source)}")
    is_path = not isinstance(source, str) or (
        "\n" not in source and source.endswith((".cpp", ".cc", ".cxx", ".hpp", ".h"))
    )
    if not is_path:
        return str(source), ""
    path = Path(source)
    if not path.is_file():
        raise UsageError(f"no such file: '{path}'")
    return "", str(path)


class Module:
    """The kernels of one source; `module.saxpy` is one, `dir(module)` has their names.

    Kernels in namespaces are `module["physics::step"]`; `module.step` where no other has the last name.
    A module pickles as its source: it is compiled anew where it is loaded, from the cache where that has it.
    """

    def __init__(self, source: Source, interface: Interface) -> None:
        self._source = source
        self._interface = interface
        self._images: dict[str, CodeImage] = {}
        self._kernels: dict[str, Kernel | KernelTemplate] = {}
        self._lock = threading.RLock()
        places: dict[str, list[str]] = {}
        for signature in interface.kernels:
            if not signature.omitted:
                places.setdefault(signature.name, []).append(str(signature.location))
        self._overloaded = {name: at for name, at in places.items() if len(at) > 1}
        for signature in interface.kernels:
            kernel = self._kernels.get(signature.name)
            if signature.omitted and isinstance(kernel, Kernel):
                kernel.shorter[len(signature.parameters)] = Kernel(self, signature)
            elif signature.name not in self._overloaded:
                self._kernels[signature.name] = Kernel(self, signature)
        for template in interface.templates:
            self._kernels.setdefault(template.name, KernelTemplate(self, template))
        by_last: dict[str, list[str]] = {}
        for known in self._kernels:
            by_last.setdefault(known.rpartition("::")[2], []).append(known)
        for last, names in by_last.items():
            if len(names) == 1:
                self._kernels.setdefault(last, self._kernels[names[0]])

    def __getitem__(self, name: str) -> Any:
        """Look a kernel up.

        Args:
            name: its name; qualified where the last part alone is not unique.

        Returns:
            A Kernel, or a KernelTemplate.

        Raises:
            KernelNotFound: there is none; the message has the nearest names.
        """
        if not isinstance(name, str):
            raise KernelNotFound(f"kernels have names; given {shown(name)}")
        if (found := self._kernels.get(name)) is not None:
            return found
        for unusable in self._interface.unusable:
            if name in (unusable.name, unusable.name.rpartition("::")[2]):
                raise KernelNotFound(f"{unusable.location}: kernel '{unusable.name}': {unusable.reason}")
        for overloaded, places in self._overloaded.items():
            if name in (overloaded, overloaded.rpartition("::")[2]):
                where = " and ".join(places)
                raise KernelNotFound(
                    f"kernel '{overloaded}' is overloaded, at {where}: give each its own name"
                )
        for unmarked in self._interface.unmarked:
            if name in (unmarked, unmarked.rpartition("::")[2]):
                raise KernelNotFound(f"{self!r}: function '{unmarked}' is no kernel: mark it with [[hc]]")
        raise KernelNotFound(not_found(name, self.kernels, "kernel", repr(self)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self[name]
        if isinstance(found, Kernel):
            self.__dict__[name] = found  # the next time it is an attribute like any other
        return found

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in self._kernels if name.isidentifier())]

    def __iter__(self) -> Iterator[str]:
        return iter(self.kernels)

    @property
    def kernels(self) -> list[str]:
        """The names of all kernels and kernel templates."""
        signatures = [s for s in self._interface.kernels if not s.omitted]
        kernels = [s.name for s in signatures if s.name not in self._overloaded]
        return kernels + [template.name for template in self._interface.templates]

    def dtype(self, name: str) -> Any:
        """Describe a struct of the source to NumPy: for arrays of it, and for arguments.

        Args:
            name: of the struct, qualified or not.

        Returns:
            The numpy dtype with its layout.

        Raises:
            KernelNotFound: the source has no such struct.
        """
        for value in self._structs():
            if name in (value.spelling, value.spelling.rpartition("::")[2]):
                return np.dtype(value.dtype)
        known = dict.fromkeys(value.spelling for value in self._structs())
        hint = (
            "" if "<" not in name else " (a template's types are known once a kernel's instance takes them)"
        )
        raise KernelNotFound(not_found(name, known, "struct", repr(self)) + hint)

    def _structs(self) -> Iterator[Value]:
        """Those of the source, then what templates' instances take."""
        yield from self._interface.structs
        for template in self._kernels.values():
            for kernel in list(template.instances.values()) if isinstance(template, KernelTemplate) else ():
                yield from kernel.module._interface.structs

    def struct(self, name: str, **members: Any) -> Any:
        """Make a value of a struct of the source, for a parameter: `module.struct("Scale", factor=2.0)`.

        Args:
            name: of the struct.
            members: their values; the others are zero.

        Returns:
            A NumPy record.

        Raises:
            KernelNotFound: the source has no such struct, or the struct no such member.
            ArgumentError: the member can't be made of what was given.
        """
        value = np.zeros((), self.dtype(name))
        for member, given in members.items():
            if member not in (value.dtype.names or ()):
                raise KernelNotFound(not_found(member, value.dtype.names or (), "member", f"struct {name}"))
            set_member(value, member, given, lambda fault: ArgumentError(f"struct {name}: {fault}"))
        return value[()]

    def compile_for(self, *targets: str) -> Module:
        """Make the code now, not at the first launch.

        Args:
            targets: as --targets takes them: "host", "spirv", "ptx:sm_90".

        Returns:
            This module.

        Raises:
            CompileError: the source can't run on a target.
        """
        for target in targets:
            self._image(target)
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the module with all code that was made, for `hcpy.load` on machines without the compiler.

        Make the code first: `module.compile_for("host", "ptx:sm_90")`, and each template's instances.

        Args:
            path: the file to write.

        Raises:
            OSError: it can't be written.
        """
        Path(path).write_bytes(_SAVED + pickle.dumps(self._state()))

    def _state(self) -> dict[str, Any]:
        templates = {n: k for n, k in self._kernels.items() if isinstance(k, KernelTemplate)}
        return {
            "source": self._source,
            "interface": self._interface,
            "images": self._images,
            "instances": {
                name: {instance: kernel.module._state() for instance, kernel in template.instances.items()}
                for name, template in templates.items()
            },
        }

    @staticmethod
    def _restored(state: dict[str, Any]) -> Module:
        module = Module(state["source"], state["interface"])
        module._images.update(state["images"])
        for name, instances in state["instances"].items():
            for instance, saved in instances.items():
                template, kernel = module._kernels[name], Module._restored(saved)._kernels[instance]
                if isinstance(template, KernelTemplate) and isinstance(kernel, Kernel):
                    template.instances[instance] = kernel
        return module

    def _image(self, target: str) -> CodeImage:
        with self._lock:
            if target not in self._images:
                self._images[target] = COMPILER.image(self._source, target)
            return self._images[target]

    def __reduce__(self) -> tuple[Any, ...]:
        return _module_of, (self._source,)

    def __repr__(self) -> str:
        return f"<hcpy.Module {self._source.name}>"


def _module_of(source: Source) -> Module:
    """A pickled module, in the process that loads it."""
    if source.text or Path(source.path).is_file():
        return Module(source, COMPILER.interface(source))
    raise UsageError(f"a module of '{source.path}' was sent to where there is no such file; send its text")


class KernelTemplate:
    """A kernel template; brackets give its arguments: `module.scale["float", 3]`, `module.fill[numpy.int32]`.

    Arguments are C++ types (names, or numpy dtypes for scalars), structs of the source by name, and numbers.
    """

    def __init__(self, module: Module, template: Template) -> None:
        self._module = module
        self._template = template
        self.instances: dict[str, Kernel] = {}

    def __getitem__(self, arguments: Any) -> Kernel:
        """Make an instance; it is compiled when first asked for.

        Args:
            arguments: one template argument, or a tuple of them.

        Returns:
            The Kernel.

        Raises:
            TemplateError: the number or a kind of the arguments is wrong, or the instance is no kernel.
            CompileError: the instance does not compile.
        """
        given = arguments if isinstance(arguments, tuple) else (arguments,)
        template = self._template
        fewest, most = template.needed, len(template.arguments)
        is_open = any("..." in words for words in template.arguments)
        if not fewest <= len(given) or (len(given) > most and not is_open):
            number = (
                f"{fewest} or more" if is_open else f"{most}" if fewest == most else f"{fewest} to {most}"
            )
            text = f"{self.signature} takes {number} arguments in brackets; given {len(given)}"
            raise TemplateError(f"{template.location}: {text}")
        name = f"{template.name}<{', '.join(template_argument(a) for a in given)}>"
        with self._module._lock:
            if name not in self.instances:
                self.instances[name] = self._instantiate(name)
            return self.instances[name]

    def _instantiate(self, name: str) -> Kernel:
        source = dataclasses.replace(self._module._source, instances=(name,))
        try:
            part = Module(source, COMPILER.interface(source))
        except CompileError as error:
            raise placed(error, self._template.location, name) from None
        found = part._kernels.get(name)
        if not isinstance(found, Kernel):
            for unusable in part._interface.unusable:
                if unusable.name == name:
                    raise TemplateError(f"{unusable.location}: kernel '{name}': {unusable.reason}")
            raise TemplateError(f"{name} is no kernel over an index or a tiled_index")
        return found

    @property
    def signature(self) -> str:
        """As the source has it: `template <class T, int N> scale`."""
        return f"template <{', '.join(self._template.arguments)}> {self._template.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return kernel_of, (self._module, self._template.name)

    def __repr__(self) -> str:
        return f"<hcpy.KernelTemplate {self.signature} at {self._template.location}>"


_SAVED = b"HCPYMOD1"


def load(path: str | os.PathLike[str]) -> Module:
    """Load a module that Module.save wrote; code that was saved needs no compiler.

    The file holds code that runs in this process: load only files that you trust.

    Args:
        path: the file.

    Returns:
        The module.

    Raises:
        UsageError: the file can't be read, or this hcpy did not write it.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read '{path}': {error.strerror}") from None
    if not content.startswith(_SAVED):
        raise UsageError(f"'{path}' is no module that this hcpy saved")
    try:
        return Module._restored(pickle.loads(content[len(_SAVED) :]))
    except Exception:  # of any class: damaged bytes make unpickling do anything
        raise UsageError(f"'{path}' is damaged, or another version of hcpy saved it: save it again") from None
