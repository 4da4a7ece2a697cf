"""hcpy/runtime/library.py mirrors include/hcrt/c_api.h: every function, and each structure's layout."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hcpy.runtime import library

INCLUDE = Path(__file__).resolve().parents[2] / "include"
STRUCTURES = {
    "hcrt_c_device_info": library.DeviceDescription,
    "hcrt_c_kernel": library.KernelHandle,
    "hcrt_c_record": library.ProfileRecord,
    "hcrt_registration": library.Registration,
}


def test_every_function_is_mirrored() -> None:
    text = (INCLUDE / "hcrt" / "c_api.h").read_text()
    declared = set(re.findall(r"^(?:void|int|const char\*|uint32_t|void\*) ?(hcrt_c_\w+)\(", text, re.M))
    mirrored = {name for name in library._FUNCTIONS if name.startswith("hcrt_c_")}
    assert declared == mirrored and len(declared) > 30


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Offsets and sizes as a C++ compiler has them, by "structure.field" and "structure"."""
    names = {name: [field for field, _ in of._fields_] for name, of in STRUCTURES.items()}
    names["hcrt_c_launch"] = ["queue", "kernel", "argument_bytes", "use_count", "after_count", "shape"]
    names["hcrt_c_shape"] = ["global", "group", "dynamic_bytes", "rank", "reserved"]
    names["hcrt_c_use"] = ["memory", "offset", "bytes", "element", "access", "place"]
    lines = []
    for name, fields in names.items():
        lines.append(f'std::printf("{name} %zu\\n", sizeof({name}));')
        lines += [f'std::printf("{name}.{f} %zu\\n", offsetof({name}, {f}));' for f in fields]
    folder = tmp_path_factory.mktemp("layouts")
    source = folder / "layouts.cpp"
    head = "#include <hcrt/c_api.h>\n#include <cstddef>\n#include <cstdio>\nint main() {\n"
    source.write_text(head + "\n".join(lines) + "\n}\n")
    compiler = shutil.which("c++") or "g++"
    subprocess.run([compiler, f"-I{INCLUDE}", str(source), "-o", str(folder / "layouts")], check=True)
    told = subprocess.run([folder / "layouts"], check=True, capture_output=True, text=True).stdout
    return {name: int(number) for name, number in (line.split() for line in told.splitlines())}


@pytest.mark.parametrize("name", STRUCTURES)
def test_layout_of_a_structure(name: str, layouts: dict[str, int]) -> None:
    mirror: Any = STRUCTURES[name]
    assert ctypes.sizeof(mirror) == layouts[name]
    for field, _ in mirror._fields_:
        assert getattr(mirror, field).offset == layouts[f"{name}.{field}"], field


def test_layout_of_a_launch(layouts: dict[str, int]) -> None:
    """What struct packs: each number lands in its field."""
    numbers = range(1, 1 + len(library.LAUNCH.unpack(bytes(library.LAUNCH.size))))
    packed = library.LAUNCH.pack(*numbers)
    shape = layouts["hcrt_c_launch.shape"]
    places = [layouts[f"hcrt_c_launch.{f}"] for f in ("queue", "kernel", "argument_bytes")]
    assert [int.from_bytes(packed[p : p + 8], "little") for p in places] == [1, 2, 3]
    places = [layouts["hcrt_c_launch.use_count"], layouts["hcrt_c_launch.after_count"]]
    places += [shape + layouts["hcrt_c_shape.group"] + 4 * n for n in range(3)]
    places += [shape + layouts[f"hcrt_c_shape.{f}"] for f in ("dynamic_bytes", "rank", "reserved")]
    assert [int.from_bytes(packed[p : p + 4], "little") for p in places] == [4, 5, 9, 10, 11, 12, 13, 14]
    first = shape + layouts["hcrt_c_shape.global"]
    assert [packed[first + 8 * n] for n in range(3)] == [6, 7, 8]
    assert library.LAUNCH.size == layouts["hcrt_c_launch"]
    packed = library.USE.pack(1, 2, 3, 4, 5, 6)
    fields = ("memory", "offset", "bytes", "element", "access", "place")
    assert [packed[layouts[f"hcrt_c_use.{f}"]] for f in fields] == [1, 2, 3, 4, 5, 6]
    assert library.USE.size == layouts["hcrt_c_use"]
