"""A machine without the system's C++ library: one line says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core import system_library
from hcpy.core.errors import ToolMissing
from hcpy.core.tools import find_toolchain
from hcpy.driver import cli, plain


def test_where_it_is_there_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    system_library.require_cxx_library(Path("/no/clang"))  # the usual folder: no process
    monkeypatch.setattr(system_library, "USUAL_FOLDER", "/no/folder")
    system_library.require_cxx_library(find_toolchain().clang)  # clang finds it


def test_where_clang_finds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_library, "USUAL_FOLDER", "/no/folder")
    with pytest.raises(
        ToolMissing, match=r"C\+\+ library .* was not found; install it with: apt install g\+\+"
    ):
        system_library.require_cxx_library(Path("/bin/false"))


def test_a_failed_compilation_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def missing(clang: Path) -> None:
        raise ToolMissing("the library", "this")

    monkeypatch.setattr(system_library, "require_cxx_library", missing)
    monkeypatch.setattr(plain, "_CXX_LIBRARY", "/no/folder")
    source = tmp_path / "a.cpp"
    source.write_text("#include <hc.hpp>\nint main() { return nothing; }\n")
    assert cli.main(["--targets=null", "-c", str(source), "-o", str(tmp_path / "a.o")]) == 1
    assert capfd.readouterr().err.endswith("hcc: error: the library; install it with: this\n")
    source.write_text("int main() {}\n")
    assert cli.main(["-c", str(source), "-o", str(tmp_path / "a.o")]) == 1  # before it becomes clang
