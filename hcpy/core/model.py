"""Every object that passes between stages, in the order in which the stages make them.

Imports nothing of ours. All classes are frozen: a stage is a function from one of them to the next.
"""

from __future__ import annotations

import enum
from pathlib import Path

from hcpy.core.dataclass import dataclass, field


class Dialect(enum.Enum):
    """The language of a translation unit; `-hc` wins over `-std=c++amp`."""

    HC = "hc"
    AMP = "amp"


class Part(enum.Enum):
    """One of the two iterations over a source: host text or device text."""

    HOST = "host"
    DEVICE = "device"


STAGES: tuple[str, ...] = ("split", "ir", "lower", "image", "bundle", "host", "link")


# --- diagnostics -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Location:
    """A place in a source file; line and column count from 1, column 0 means unknown."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Note:
    """One step of the explanation under a diagnostic, e.g. a call on the way from the kernel."""

    location: Location | None
    message: str


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning as the user sees it, in clang's form."""

    severity: str  # "error", "warning", "remark" or "note"
    location: Location | None
    message: str
    notes: tuple[Note, ...] = ()
    target: str = ""  # found while code for this one was made; empty: of any target

    @property
    def file(self) -> str:
        """Of the location; empty where there is none."""
        return self.location.file if self.location else ""

    @property
    def line(self) -> int:
        """Of the location; 0 where there is none."""
        return self.location.line if self.location else 0

    @property
    def column(self) -> int:
        """Of the location; 0 where it is unknown."""
        return self.location.column if self.location else 0


# --- what is asked for -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Target:
    """A device target, spelled `kind[:arch]` on the command line, in the environment and in repr."""

    kind: str  # a name in hcpy.targets.TARGETS
    arch: str = ""  # "sm_80", "x86-64-v3"; empty: the target's default set

    def __str__(self) -> str:
        return f"{self.kind}:{self.arch}" if self.arch else self.kind


@dataclass(frozen=True)
class TranslationUnit:
    """One source and everything that decides how it is compiled."""

    source: Path  # as the user gave it
    dialect: Dialect
    targets: tuple[Target, ...]  # with their architectures filled in
    clang_args: tuple[str, ...]  # the user's compile flags, untouched and in order (no -o, -c, inputs)
    work_dir: Path  # private folder for this unit's intermediate files
    language_standard: str = "c++17"  # the -std= value clang gets
    optimize: str = "2"  # the digit or letter of the user's -O
    debug: bool = False  # the user asked for -g
    fast_math: bool = False
    # Host kernels run as they are written, work-item by work-item: for debuggers, sanitizers and checks.
    itemwise: bool = False
    checks: bool = False  # -hc-check; itemwise then
    verbose: bool = False
    lists_headers: bool = False  # clang writes the names of the files it reads, for the cache
    # How what kernels of Vulkan capture comes: "push", "ubo", "ssbo" (values; pointers are descriptors),
    # "address" (always by the function object's address), or as libhcrt has it.
    vulkan_pod: str = ""
    ms_compat: bool = False  # the names and habits of programs written for Visual C++
    # C++ AMP: code for both sides calls what the part can call, also where another overload fits better.
    own_sides: bool = False
    forced_headers: tuple[str, ...] = ()  # ours and the standard's, included before the source


@dataclass(frozen=True)
class Toolchain:
    """The tools and files of one installation, all found and checked (hcpy.core.tools.find_toolchain)."""

    clang: Path  # clang-22: run with --driver-mode=g++ or -cc1
    libclang: Path
    resource_dir: Path
    prefix: Path  # holds include/ and lib/ of hcpy
    libdevice: Path | None  # libdevice.10.bc; None: no PTX target possible
    linker: Path | None = None  # ld.lld; None: the system's


# --- split -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ExternalNames:
    """The unqualified names of a unit's annotated functions: other units may define or call those."""

    functions: frozenset[str] = frozenset()
    c_functions: frozenset[str] = frozenset()  # those declared extern "C"
    instantiated: frozenset[str] = frozenset()  # in explicit instantiations: functions and classes
    anything: bool = False  # a macro makes functions: any name may be annotated


@dataclass(frozen=True)
class Edit:
    """Replaces the bytes begin <= b < end of a file, in one or both parts."""

    file: Path
    begin: int
    end: int
    text: str
    parts: frozenset[Part] = frozenset((Part.HOST, Part.DEVICE))


@dataclass(frozen=True)
class Capture:
    """A variable that a kernel's function object holds."""

    name: str
    type: str
    by_reference: bool
    bytes: int = 0  # of the type; 0: not known


@dataclass(frozen=True)
class KernelSite:
    """A kernel as the source shows it: the call operator's place and what it captures."""

    location: Location
    captures: tuple[Capture, ...]


@dataclass(frozen=True)
class SplitSource:
    """The split stage's product: kernels, edits for each part, and broken rules."""

    unit: TranslationUnit
    kernels: tuple[KernelSite, ...] = ()
    edits: tuple[Edit, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    # -ivfsoverlay files, only for parts with edits that take a parse; ir and host make the others themselves.
    overlays: dict[Part, Path] = field(default_factory=dict)
    plain_errors: bool = False  # clang's own errors; its host iteration prints them


# --- device path -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class DeviceModule:
    """Unoptimised textual IR of one translation unit for one kind of target."""

    unit: TranslationUnit
    kind: str
    path: Path  # .ll
    messages: str = ""  # clang's warnings
    is_missing: bool = False  # clang found the errors that -Xclang -verify expects, and wrote no object


@dataclass(frozen=True)
class KernelRecord:
    """A kernel in one lowered module; mirrors hcrt_kernel_record and hcrt_entry_record."""

    name: str  # as the host part launches it
    symbol: str  # in the image
    display_name: str
    location: Location | None
    parameter_bytes: int
    parameter_align: int
    by_pointer: bool = False
    dynamic_group: bool = False
    barrier: bool = False
    tile_static_bytes: int = 0
    scratch_fixed: int = 0
    scratch_per_item: int = 0
    required_group: int = 0
    specialized: str = ""  # hcrt_entry_record::specialized


@dataclass(frozen=True)
class GlobalRecord:
    """A plain global that kernels use: GPU images hold a copy that gets the host's value at launch."""

    symbol: str
    bytes: int
    internal: bool  # internal linkage: the host part must export its address
    place: int = 0  # hcrt_global_record::place
    location: Location | None = None
    initial: str = ""  # of a function's static variable: its bytes, hexadecimal, where they are known


@dataclass(frozen=True)
class Undefined:
    """A device function that a unit calls and other units define."""

    symbol: str
    use: Diagnostic  # an error at the call, with the way from the kernel there


@dataclass(frozen=True)
class ModuleInterface:
    """What one device module and other units want of each other; the same for every architecture."""

    kind: str
    kernels: tuple[KernelRecord, ...] = ()  # as unoptimised code shows them
    exports: tuple[tuple[str, tuple[str, ...]], ...] = ()  # symbol, and the undefined ones that it leads to
    needs: tuple[Undefined, ...] = ()  # of the kernels
    uses: tuple[Undefined, ...] = ()  # of the exported functions
    globals: tuple[GlobalRecord, ...] = ()  # plain globals of this unit that leave it with its code
    places: tuple[tuple[str, Location], ...] = ()  # of the exported functions
    weak: tuple[str, ...] = ()  # those of them that several units may define: templates' instances


@dataclass(frozen=True)
class SharedModule:
    """A device module of a unit with annotated functions, and what it shares with other units."""

    module: DeviceModule
    interface: ModuleInterface


@dataclass(frozen=True)
class LoweredModule:
    """IR after the target's passes, ready for code generation."""

    unit: TranslationUnit
    target: Target
    path: Path  # .ll
    kernels: tuple[KernelRecord, ...]
    globals: tuple[GlobalRecord, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    left_out: tuple[KernelRecord, ...] = ()  # those that the target cannot run, each with a warning


@dataclass(frozen=True)
class DeviceImage:
    """Finished code for one target: PTX text, a SPIR-V module, or a host object file to be linked."""

    target: Target
    path: Path
    kernels: tuple[KernelRecord, ...]
    globals: tuple[GlobalRecord, ...] = ()
    left_out: tuple[KernelRecord, ...] = ()


# --- host path and linking ---------------------------------------------------------------------------
@dataclass(frozen=True)
class HostObject:
    """The host part's object file, and the kernel names it launches."""

    path: Path
    kernel_names: tuple[str, ...] = ()
    messages: str = ""  # clang's warnings
    is_missing: bool = False  # clang found the errors that -Xclang -verify expects, and wrote no object


@dataclass(frozen=True)
class Bundle:
    """The unit's images in one object file with its registration constructor (layout: hcrt/abi.h)."""

    unit: TranslationUnit
    unit_id: bytes
    path: Path  # .o
    images: tuple[DeviceImage, ...]


@dataclass(frozen=True)
class Object:
    """One relocatable object: host code, bundle and host images together."""

    path: Path


@dataclass(frozen=True)
class Compiled:
    """What a unit became: objects to link, its diagnostics, and clang's own words."""

    objects: tuple[Path, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    messages: str = ""
    failed: bool = False
