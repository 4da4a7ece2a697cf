"""Which of the public headers a precompiled prefix may hold (hcpy/frontend/prefix_headers.py)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hcpy.core.model import Dialect, TranslationUnit
from hcpy.frontend import prefix_headers
from hcpy.frontend.prefix_headers import PrefixHeaders

INCLUDE = Path(__file__).resolve().parents[2] / "include"
# They look at macros of the program's: what they hold depends on where they are included.
LOOK_AT_MACROS = {
    "hc_mdspan.hpp": "HC_MDSPAN_NAMESPACE",
    "hc_storage.hpp": "HC_ARITHMETIC",
}
NEED_OTHERS = {"hc_mpi.hpp"}  # an MPI library's header
# They add a few lines to hc.hpp: nothing to be saved.
SHORT = {
    *(
        "grid_launch.h",
        "grid_launch.hpp",
        "hc_defines.h",
        "hc_am_internal.hpp",
        "hc_prof_runtime.h",
        "hc_rt_debug.h",
    ),
    *("hcc_features.hpp", "hsa_atomic.h"),
    *(f"kalmar_{n}.h" for n in "buffer defines exception index launch math runtime serialize".split()),
}


def found(tmp_path: Path, text: str) -> PrefixHeaders | None:
    source = tmp_path / "a.cpp"
    source.write_text(text)
    return prefix_headers.prefix_headers(TranslationUnit(source, Dialect.HC, (), (), tmp_path))


def test_every_public_header_is_in_the_prefix_or_left_out_for_a_reason() -> None:
    headers = {file.name for file in INCLUDE.iterdir() if file.suffix in (".h", ".hpp")}
    dialects = {"amp.h", "hc.hpp"}
    left_out = {*LOOK_AT_MACROS, *NEED_OTHERS, *SHORT}
    assert headers - dialects - left_out == prefix_headers._OURS
    for name, macro in LOOK_AT_MACROS.items():
        assert macro in (INCLUDE / name).read_text()


@pytest.mark.parametrize("header", ["hc_algorithms.hpp", "hc_distributed.hpp", "vector"])
def test_headers_that_are_read_in_any_case_are_taken(tmp_path: Path, header: str) -> None:
    made = found(tmp_path, f"#include <hc.hpp>\n#include <{header}>\nint main() {{}}\n")
    assert made == PrefixHeaders("hc.hpp", (header,))


def test_headers_that_look_at_macros_are_not(tmp_path: Path) -> None:
    made = found(tmp_path, "#include <hc.hpp>\n#include <hc_storage.hpp>\nint main() {}\n")
    assert made == PrefixHeaders("hc.hpp", ())


MICROSOFTS = "#include <Windows.h>\n#include <ppl.h>\n#include <amp.h>\nint main() {}\n"


@pytest.mark.parametrize(
    ("before", "further"),
    [
        ("", ("windows.h", "ppl.h")),
        ("#define WIN32_LEAN_AND_MEAN\n#pragma warning(disable : 4996)\n", ("windows.h", "ppl.h")),
        ("#define NOMINMAX\n", ()),  # it decides what windows.h has
        ("#pragma pack(1)\n", ()),
    ],
)
def test_microsofts_headers_are_taken_in_its_mode(
    tmp_path: Path, before: str, further: tuple[str, ...]
) -> None:
    source = tmp_path / "a.cpp"
    source.write_text(f"#include <amp.h>\n{before}{MICROSOFTS}")
    unit = TranslationUnit(source, Dialect.AMP, (), (), tmp_path)
    assert prefix_headers.prefix_headers(unit) == PrefixHeaders("amp.hpp", ())
    microsofts = prefix_headers.prefix_headers(replace(unit, ms_compat=True))
    assert microsofts == PrefixHeaders("ms_amp.hpp", further)
