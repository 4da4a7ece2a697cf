"""From a source to its interface, and to code for one target: hcc's own stages, kept in hcc's cache.

Takes: a Source.
Gives: its Interface, and CodeImages that the back ends load. A CompileError says what is wrong with the
source.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy.cache import stamps
from hcpy.cache.store import Cache, default_folder
from hcpy.cache.unit_cache import UnitCache
from hcpy.core import config, diagnostics
from hcpy.core import errors as base
from hcpy.core.dump import Dump
from hcpy.core.errors import HcpyError, ToolFailed, UsageError
from hcpy.core.flags import HEADER_LIST
from hcpy.core.lazy import lazy
from hcpy.core.model import (
    Compiled,
    DeviceImage,
    Diagnostic,
    Dialect,
    KernelRecord,
    Location,
    Note,
    Target,
    Toolchain,
    TranslationUnit,
)
from hcpy.core.signature import Interface, Signature
from hcpy.core.system_library import require_cxx_library
from hcpy.core.tools import find_toolchain
from hcpy.driver.options import Invocation, parse
from hcpy.driver.plan import CompileJob, parse_targets
from hcpy.driver.units import make_unit
from hcpy.objects.collect import make_unit_id
from hcpy.runtime.clang_messages import diagnostics_of, hinted
from hcpy.runtime.code_image import CodeImage, link_host
from hcpy.runtime.entry_points import interface_text, kernel_of_line, kernel_of_name, layout, render
from hcpy.runtime.exceptions import CompileError
from hcpy.targets import is_host
from hcpy.targets.libdevice import require_libdevice
from hcpy.worker.client import Worker

if TYPE_CHECKING:
    from hcpy import pipeline
    from hcpy.core import demangle
    from hcpy.frontend import signatures, split
    from hcpy.frontend.text import unit_text
else:
    demangle = lazy("hcpy.core.demangle")
    signatures = lazy("hcpy.frontend.signatures")
    split = lazy("hcpy.frontend.split")
    unit_text = lazy("hcpy.frontend.text.unit_text")
    pipeline = lazy("hcpy.pipeline")

_OWN_VARIABLES = "hcrt_launch_"  # the runtime gives them their values
_INTERFACE, _IMAGE = ".interface", ".image"


@dataclass(frozen=True)
class Source:
    """A C++ source as the user gave it, and how it is to be compiled."""

    text: str  # of a string; "" for a file
    path: str  # of a file; "" for a string
    name: str  # in diagnostics: the path, "<string>", "<cell>"
    options: tuple[str, ...] = ()  # hcc's
    instances: tuple[str, ...] = ()  # of kernel templates: "scale<float, 3>"


@dataclass(frozen=True)
class Described:
    """What a source offers, and the entry points' text: kept, so that a hit needs no template."""

    interface: Interface
    entries: str


class Compiler:
    """One for a process. Thread contract: any thread may call any method; one compiles at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._store: Cache | None = None
        self._store_folder: Path | None = None

    # --- what is asked for -------------------------------------------------------------------------------
    def interface(self, source: Source) -> Interface:
        """The kernels of a source. Raises CompileError for C++ errors in it."""
        with self._lock, self._work(source) as work:
            return work.interface().interface

    def image(self, source: Source, target: str) -> CodeImage:
        """Code for one target, spelled as in --targets=. Raises CompileError for errors and broken rules."""
        with self._lock, self._work(source) as work:
            return work.image(work.interface(), target)

    def compile(self, source: Source, target: str) -> tuple[Interface, CodeImage]:
        """Both at once: the files that the source includes are looked at once."""
        started = time.time()
        with self._lock:
            store = self.store()
            key = stamps.key_of(source, target, self.tools) if store.on_disk else None
            kept: tuple[Interface, CodeImage] | None = stamps.find(store, key) if key else None
            if config.VERBOSE.get() and key:
                print(f"hcpy: cache {'hit' if kept else 'miss'}: {source.name}: {key}", file=sys.stderr)
            if kept is not None:
                return kept
            with self._work(source) as work:
                described = work.interface()
                made = described.interface, work.image(described, target)
                if key:
                    stamps.keep(store, key, made, work.files_read, started)
            return made

    # --- the process's parts -----------------------------------------------------------------------------
    @cached_property
    def tools(self) -> Toolchain:
        """The tool chain; looked up once."""
        return find_toolchain()

    def worker(self) -> Worker:
        """The process that runs LLVM; it stays for later compilations."""
        if self._worker is None:
            self._worker = Worker()
            self._worker.start()
            atexit.register(self._worker.close)
        return self._worker

    def store(self) -> Cache:
        """hcc's cache, or one in memory: where that is off or unsafe, or the stages' files are wanted."""
        folder = None if config.NO_CACHE.get() or config.DUMP.get() else default_folder()
        if self._store is None or folder != self._store_folder:
            self._store, self._store_folder = Cache(folder, _warn), folder
        return self._store

    def after_fork(self) -> None:
        """In a child: the parent's worker answers the parent."""
        if self._worker is not None:
            atexit.unregister(self._worker.close)
            self._worker.leave()
            self._worker = None
        self._lock = threading.Lock()

    @contextmanager
    def _work(self, source: Source) -> Iterator[_Work]:
        folder = Path(tempfile.mkdtemp(prefix="hcpy-"))
        try:
            yield _Work(self, source, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


class _Work:
    """One compilation in its private folder."""

    def __init__(self, compiler: Compiler, source: Source, folder: Path) -> None:
        self._compiler = compiler
        self._source = source
        self._folder = folder
        store = compiler.store()
        self._store = store
        self._generated: set[str] = set()
        self._files: set[str] = set()
        self._cache = UnitCache(store, compiler.tools) if store.on_disk else None
        self._user_file = (
            Path(source.path).resolve() if source.path else self._file(source.text, "source.cpp")
        )
        try:
            self._invocation: Invocation = parse([*source.options, "-c", "source.cpp"])
        except UsageError as error:
            raise UsageError(f"options of hcpy.compile: {error}") from None

    def _file(self, text: str, name: str) -> Path:
        """A file with this text, whose name is the same each time where there is a cache."""
        if (kept := self._store.kept_file(text.encode())) is not None:
            self._generated.add(str(kept))
            return kept
        path = self._folder / name
        path.write_text(text)
        return path

    def _unit(self, text: str, purpose: str, targets: tuple[Target, ...]) -> TranslationUnit:
        folder = self._folder / purpose
        folder.mkdir()
        source = self._file(text, f"{purpose}.cpp")
        unit = make_unit(self._invocation, CompileJob(source, Dialect.HC, targets, None), folder)
        return replace(unit, clang_args=("-fno-color-diagnostics", *unit.clang_args))

    def _kept(self, unit: TranslationUnit, suffix: str, make: Callable[[TranslationUnit], object]) -> object:
        """What `make` gives for a unit, from the cache where it is there."""
        lookup = self._cache.look_up(unit) if self._cache else None
        if lookup and config.VERBOSE.get():
            state = "hit" if lookup.found else "miss"
            print(f"hcpy: cache {state}: {self._source.name}{suffix}: {lookup.key}", file=sys.stderr)
        if lookup and lookup.found and self._cache:
            self._files.update(self._cache.files_read(lookup.key))
            return pickle.loads(lookup.found.objects[0].read_bytes())
        made = make(replace(unit, lists_headers=lookup is not None))
        if self._cache and lookup:
            path = unit.work_dir / f"kept{suffix}"
            path.write_bytes(pickle.dumps(made, protocol=pickle.HIGHEST_PROTOCOL))
            self._cache.keep(unit, lookup, Compiled((path,)), self._generated)
            self._files.update(self._cache.files_read(lookup.key))
        return made

    @property
    def files_read(self) -> set[str]:
        """The files that decide the result, without those whose names identify their content."""
        return self._files - self._generated

    # --- interface ---------------------------------------------------------------------------------------
    def interface(self) -> Described:
        text = interface_text(self._user_file, self._declarations())
        unit = self._unit(text, "interface", parse_targets("host:x86-64"))
        found = self._kept(unit, _INTERFACE, self._read_interface)
        assert isinstance(found, Described)
        return replace(found, interface=self._renamed(found.interface))

    def _declarations(self) -> list[str]:
        if not self._source.instances:
            return []
        return [signatures.instance_declaration(n, name) for n, name in enumerate(self._source.instances)]

    def _read_interface(self, unit: TranslationUnit) -> Described:
        tools = self._compiler.tools
        self._compiler.worker()  # starts while libclang reads
        text = unit_text.read_files(unit)
        parsed = split.parse(text, tools, text.moves)
        # libclang's signal handlers would stay; libhcrt's, which turn a kernel's wild access into an
        # error, would then not be installed.
        parsed.release_signals()
        found = [
            Diagnostic("error", message.location, message.text, message.notes)
            for message in parsed.messages()
            if message.severity >= 3
        ]
        if found:
            raise self._error(found, unit.source.read_text())
        if unit.lists_headers:
            names = sorted(parsed.included_files())
            (unit.work_dir / f"interface{HEADER_LIST}").write_text(
                "\n".join(names), "utf-8", "surrogateescape"
            )
        found_here = signatures.read_interface(parsed, text, dict(enumerate(self._source.instances)))
        entries = render(self._user_file, self._declarations(), found_here.kernels)
        return Described(found_here, entries)

    def _renamed(self, interface: Interface) -> Interface:
        """With places in the source under the name that the user knows."""

        def named(place: Location) -> Location:
            return replace(place, file=self._shown(place.file))

        return replace(
            interface,
            kernels=tuple(replace(k, location=named(k.location)) for k in interface.kernels),
            templates=tuple(replace(t, location=named(t.location)) for t in interface.templates),
            unusable=tuple(replace(u, location=named(u.location)) for u in interface.unusable),
        )

    def _shown(self, file: str) -> str:
        return self._source.name if file == str(self._user_file) else file

    # --- images ------------------------------------------------------------------------------------------
    def image(self, described: Described, target: str) -> CodeImage:
        targets = parse_targets(target)
        require_libdevice(targets, self._compiler.tools)
        text, kernels = described.entries, described.interface.kernels
        unit = self._unit(text, "image", targets)
        made = self._kept(unit, _IMAGE, lambda u: self._make_image(u, text, kernels))
        assert isinstance(made, CodeImage)
        return replace(made, signatures=kernels)  # under the names that the user knows now

    def _make_image(self, unit: TranslationUnit, text: str, kernels: tuple[Signature, ...]) -> CodeImage:
        tools = self._compiler.tools
        dump = Dump(Path("hcpy-dump"), "python", config.DUMP.get())
        try:
            compiled, images = pipeline.compile_images(unit, tools, self._compiler.worker(), dump)
        except base.CompileError as error:
            raise self._error(list(error.diagnostics), text, kernels) from None
        except ToolFailed as error:
            if error.crashed:
                raise
            raise self._error(diagnostics_of(error.stderr), text, kernels) from None
        if compiled.failed:
            found = [d for d in compiled.diagnostics if d.severity == "error"]
            raise self._error(found or diagnostics_of(compiled.messages), text, kernels)
        image = images[0]
        self._require_no_variables(image, text, kernels)
        code = image.path.read_bytes()
        made = CodeImage(
            target=image.target,
            data=code,
            digest=make_unit_id(text.encode(), unit.clang_args, [code]),
            signatures=kernels,
            layouts=tuple(layout(kernel) for kernel in kernels),
            records=self._records(image, kernels),
            globals=image.globals,
        )
        if not is_host(image.target):
            return made
        return replace(made, data=link_host(image.path, made, tools, self._compiler.worker()))

    def _records(self, image: DeviceImage, kernels: tuple[Signature, ...]) -> tuple[KernelRecord, ...]:
        found = {kernel_of_name(record.name): record for record in image.kernels}
        for number, kernel in enumerate(kernels):
            if number not in found:
                raise HcpyError(f"{kernel.location}: {image.target} has no code for kernel '{kernel.name}'")
        return tuple(found[number] for number in range(len(kernels)))

    def _require_no_variables(self, image: DeviceImage, text: str, kernels: tuple[Signature, ...]) -> None:
        """Variables that kernels share with the host part, which a module of Python's has not."""
        own = [record for record in image.globals if not record.symbol.startswith(_OWN_VARIABLES)]
        if not own:
            return
        found = []
        for record in own:
            name = demangle.demangle(record.symbol)
            message = (
                f"kernels compiled from Python can't use '{name}', a variable of the host "
                "program: make it constexpr, or a parameter"
            )
            place = record.location or (kernels[0].location if kernels else None)
            found.append(Diagnostic("error", place, message))
        raise self._error(found, text, kernels)

    # --- errors ------------------------------------------------------------------------------------------
    def _error(self, found: list[Diagnostic], text: str, kernels: tuple[Signature, ...] = ()) -> CompileError:
        """With the user's places: what is in an entry point is reported where its kernel is."""
        require_cxx_library(self._compiler.tools.clang)
        entry = text.encode()
        moved = []
        shown = []
        for diagnostic in found:
            place = self._place(diagnostic.location, entry, kernels)
            notes = [n for n in diagnostic.notes if not self._is_entry(n.location, entry)]
            words = hinted(diagnostic.message)
            kept = replace(diagnostic, message=words, location=place, notes=tuple(notes))
            shown.append(diagnostics.render(kept).replace(str(self._user_file), self._source.name))
            moved.append(
                replace(
                    kept,
                    location=self._renamed_place(place),
                    notes=tuple(Note(self._renamed_place(n.location), n.message) for n in notes),
                )
            )
        return CompileError(moved, "".join(shown) + diagnostics.summary(moved))

    def _is_entry(self, place: Location | None, entry: bytes) -> bool:
        """Is it in the text that was generated?"""
        if place is None or place.file == str(self._user_file):
            return False
        try:
            return Path(place.file).read_bytes() == entry
        except OSError:
            return False

    def _place(self, place: Location | None, entry: bytes, kernels: tuple[Signature, ...]) -> Location | None:
        if place is None or not self._is_entry(place, entry):
            return place
        number = kernel_of_line(entry.decode(), place.line)
        if number is not None and number < len(kernels):
            kernel = kernels[number].location
            return replace(kernel, file=str(self._user_file)) if kernel.file == self._source.name else kernel
        return None

    def _renamed_place(self, place: Location | None) -> Location | None:
        return None if place is None else replace(place, file=self._shown(place.file))


def _warn(text: str) -> None:
    print(f"hcpy: warning: {text}", file=sys.stderr)


COMPILER = Compiler()
os.register_at_fork(after_in_child=COMPILER.after_fork)
