"""The bundle: its bytes against abi.h, round trips, damage, and the pairing of kernels."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from hcpy.core import records
from hcpy.core.errors import CompileError
from hcpy.core.model import DeviceImage, GlobalRecord, KernelRecord, Location, Target
from hcpy.objects import bundle, collect, registration
from hcpy.objects.bundle import Contents, Entry, Global, Image, Kernel
from hcpy.objects.objfile import HostKernel
from hcpy.targets import HOST, TARGETS
from hcpy.targets.ptx import PTX
from hcpy.targets.spirv import SPIRV

ABI = (Path(__file__).resolve().parents[2] / "include" / "hcrt" / "abi_records.h").read_text()
SAMPLE = Contents(
    b"u" * 32,
    (Kernel("_ZTSk", "main::lambda", "a.cpp", 3, 4, 16, 8, 5), Kernel("k2", "", "", 0, 0, 1, 1, 0)),
    (
        Image(HOST.image_kind, "x86-64", b"", (Entry("k1.host", 64, 0, 128, 4, 0), Entry())),
        Image(PTX.image_kind, "sm_80", b"ptx\0", (Entry("k1"), Entry("k2", 0, 0, 0, 0, 256))),
        Image(SPIRV.image_kind, "1.4", bytes(range(256)), (Entry("k1"), Entry("k2"))),
    ),
    (Global("scale", 4, 33),),
    ("k1.host",),
)


def test_kinds_of_images_are_those_of_the_header() -> None:
    images = {name.lower(): int(value) for name, value in re.findall(r"HCRT_IMAGE_(\w+) = (\d+)", ABI)}
    assert images == {kind.name: kind.image_kind for kind in TARGETS}


def test_round_trip() -> None:
    data = bundle.pack(SAMPLE)
    assert bundle.unpack(data) == SAMPLE
    assert bundle.total_bytes(data) == len(data)
    assert len(data) % bundle.ALIGNMENT == 0


def test_bundle_is_read_from_a_longer_text() -> None:
    assert bundle.unpack(bundle.pack(SAMPLE) + b"more") == SAMPLE


def test_damage_is_an_error_never_another_exception() -> None:
    data = bundle.pack(SAMPLE)
    for size in range(0, len(data), 7):
        with pytest.raises(bundle.BundleError):
            bundle.unpack(data[:size])
    generator = random.Random(1)
    for _ in range(2000):
        damaged = bytearray(data)
        for _ in range(3):
            damaged[generator.randrange(len(data))] = generator.randrange(256)
        try:
            bundle.unpack(bytes(damaged))
        except bundle.BundleError as error:
            assert "\n" not in str(error)


def image(kind: str, *kernels: KernelRecord, variables: tuple[GlobalRecord, ...] = ()) -> DeviceImage:
    return DeviceImage(Target(kind, "a"), Path("image"), kernels, variables)


def record(name: str, size: int = 16, **fields: object) -> KernelRecord:
    return KernelRecord(name, f"{name}.entry", f"kernel {name}", Location("a.cpp", 7, 3), size, 8, **fields)  # type: ignore[arg-type]


def test_kernels_are_paired_by_their_common_names() -> None:
    names = {"host1": "k", "device1": "k"}
    paired = collect.match_kernels(
        [HostKernel("host1", 16)], [image("ptx", record("device1"))], names, "a.cpp"
    )
    contents = collect.collect(b"i" * 32, [image("ptx", record("device1"))], [b"code"], paired, names)
    assert [kernel.name for kernel in contents.kernels] == ["host1"]
    assert contents.images[0].entries[0].symbol == "device1.entry"
    assert contents.images[0].data == b"code\0"


def test_kernel_without_device_code_is_an_error() -> None:
    with pytest.raises(CompileError) as error:
        collect.match_kernels([HostKernel("k", 16)], [image("ptx")], {"k": "k"}, "a.cpp")
    [found] = error.value.diagnostics
    assert found.message == "host code launches a kernel that device code of ptx:a lacks"
    assert found.location == Location("a.cpp", 1)


def test_sizes_that_differ_are_an_error_at_the_kernel() -> None:
    with pytest.raises(CompileError) as error:
        collect.match_kernels([HostKernel("k", 24)], [image("spirv", record("k"))], {"k": "k"}, "a.cpp")
    [found] = error.value.diagnostics
    assert found.message.endswith("24 bytes in host code but 16 in device code of spirv:a")
    assert found.location == Location("a.cpp", 7, 3)


def test_kernel_that_only_the_device_part_sees_is_left_out() -> None:
    images = [image("ptx", record("k"), record("other"))]
    names = {"k": "k", "other": "other"}
    paired = collect.match_kernels([HostKernel("k", 16)], images, names, "a.cpp")
    assert len(collect.collect(b"i" * 32, images, [b""], paired, names).kernels) == 1


def test_kernel_that_all_images_leave_out_has_a_record_without_code() -> None:
    """So that its launch names the kernel, and where the reason is."""
    images = [DeviceImage(Target("spirv", "a"), Path("image"), (), left_out=(record("k"),))]
    paired = collect.match_kernels([HostKernel("k", 16)], images, {"k": "k"}, "a.cpp")
    contents = collect.collect(b"i" * 32, images, [b""], paired, {"k": "k"})
    assert [(kernel.name, kernel.line) for kernel in contents.kernels] == [("k", 7)]
    assert [entry.symbol for entry in contents.images[0].entries] == [""]


def test_host_images_have_entries_instead_of_bytes() -> None:
    images = [image("host", record("k", by_pointer=True)), image("ptx", record("k", dynamic_group=True))]
    paired = collect.match_kernels([HostKernel("k", 16)], images, {"k": "k"}, "a.cpp")
    contents = collect.collect(b"i" * 32, images, [b"elf", b"ptx"], paired, {"k": "k"})
    assert contents.images[0].data == b""
    assert contents.host_entries == ("k.entry",)
    # Host entries always take a pointer: that says nothing about the GPU's.
    assert contents.kernels[0].flags == records.KERNEL_DYNAMIC_GROUP


def test_globals_are_those_of_all_images() -> None:
    variables = (GlobalRecord("g", 4, False),)
    placed = (GlobalRecord("g", 4, False, 17),)  # OpenCL
    images = [
        image("host", variables=(GlobalRecord("h", 4, False),)),
        image("ptx", variables=variables),
        image("spirv", variables=placed),
    ]
    contents = collect.collect(b"i" * 32, images, [b"", b"", b""], {}, {})
    assert contents.globals == (Global("g", 4, 17), Global("h", 4))


def test_unit_id_depends_on_everything() -> None:
    base = collect.make_unit_id(b"text", ["-O2"], [b"image"])
    assert len(base) == 32
    others = {
        collect.make_unit_id(b"text2", ["-O2"], [b"image"]),
        collect.make_unit_id(b"text", ["-O3"], [b"image"]),
        collect.make_unit_id(b"text", ["-O2"], [b"imag", b"e"]),
    }
    assert base not in others
    assert len(others) == 3


def test_registration_names_every_symbol() -> None:
    text = registration.registration_ir(SAMPLE, "x86_64-unknown-linux-gnu", {"scale": "__exported.scale"})
    assert 'declare void @"k1.host"(ptr, ptr, i64, i64, ptr, ptr)' in text
    assert '@"__exported.scale" = external global i8' in text
    assert 'section ".init_array.101"' in text
    assert 'section ".fini_array.101"' in text
