"""The five steps of docs/architecture.md add a target and a back end: nothing else is needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, Command

from hcpy.core.tools import find_prefix, library_folder

NUMBER = 7
SOURCE = """#include <hc.hpp>
int main() {
  hc::array_view<int> v(9);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0] * 2; });
  return v[4] == 8 ? 0 : 1;
}
"""
# An hcpy that is installed to be edited comes before all folders otherwise.
FIRST = """import sys

sys.meta_path[:] = [f for f in sys.meta_path if not type(f).__name__.endswith("RedirectingFinder")]
"""


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text()
    for old, new in changes:
        assert text.count(old) == 1, (path, old)
        text = text.replace(old, new)
    path.write_text(text)


def copied(path: Path, to: Path, old: str, new: str) -> None:
    """A template under another name."""
    text = path.read_text().replace(f"{old}::", f"{new}::").replace(f"namespace hcrt::backends::{old}", "@@")
    for word in (old, old.capitalize(), old.upper()):
        other = new if word == old else new.capitalize() if word[1:].islower() else new.upper()
        text = text.replace(word, other)
    to.write_text(text.replace("@@", f"namespace hcrt::backends::{new}").replace(f"{new}ptr", "nullptr"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the target `dummy`, made as the document says."""
    root = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("contracts", "hcpy", "include", "runtime"):
        shutil.copytree(REPOSITORY / name, root / name, ignore=ignored)
    (root / "build").symlink_to(library_folder(find_prefix(os.environ)).parent)
    targets = root / "hcpy" / "targets"
    for folder in (targets, root / "hcpy" / "passes" / "targets"):
        copied(folder / "null.py", folder / "dummy.py", "null", "dummy")
    edit(
        targets / "dummy.py",
        ("checks_arch=lambda arch: not arch", 'checks_arch=lambda arch: arch in ("", "d1", "d2")'),
        ('image_suffix=".txt"', 'image_suffix=".txt",\n    image_word="dummy",\n    text_suffix=".dummy.s"'),
    )
    edit(
        targets / "__init__.py",
        ("from hcpy.targets.host", "from hcpy.targets.dummy import DUMMY\nfrom hcpy.targets.host"),
        ("AMDGCN, NULL)", "AMDGCN, NULL, DUMMY)"),
    )
    edit(
        root / "contracts" / "records.schema",
        ("  6 IMAGE_VULKAN\n", f"  6 IMAGE_VULKAN\n  {NUMBER} IMAGE_DUMMY\n"),
    )
    (root / "sitecustomize.py").write_text(FIRST)
    make_contracts(root)
    return root


def make_contracts(root: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, root / "contracts" / "make.py"], check=True, env=environment)


@pytest.fixture(autouse=True)
def environment(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(checkout))


def command(module: str = "hcpy.driver.cli") -> Command:
    return Command((sys.executable, "-c", f"import sys; from {module} import main; sys.exit(main())"))


def test_the_compiler_knows_the_target(tmp_path: Path) -> None:
    hcc = command()
    (tmp_path / "k.cpp").write_text(SOURCE)
    for what in ("ll", "asm", "dummy"):
        hcc.ok("--targets=dummy", f"--emit={what}", "k.cpp", cwd=tmp_path)
    assert "define" in (tmp_path / "k.ll").read_text()
    assert len((tmp_path / "k.txt").read_text().splitlines()) == 1  # one kernel
    hcc.ok("--emit=dummy", "k.cpp", "-o", "own.txt", cwd=tmp_path)
    assert "spirv, ptx, vulkan, dummy, ll" in hcc("--emit=?", "k.cpp", cwd=tmp_path).stderr
    hcc.ok("--targets=host,dummy:d2", "k.cpp", "-o", "k", cwd=tmp_path)
    subprocess.run([tmp_path / "k"], check=True, env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"})
    assert "image 3: dummy:d2" in hcc.ok("--inspect", "k", cwd=tmp_path)
    assert "dummy:d2         0 bytes of tile_static" in hcc.ok("--list-kernels", "k", cwd=tmp_path)
    hcc.ok("--targets=dummy:d1", "-c", "k.cpp", cwd=tmp_path, env={"HCPY_DUMP": "ir,lower"})
    for name in ("k.1-ir.dummy.ll", "k.2-lower.dummy-d1.ll"):
        hcc.ok(tmp_path / "hcpy-dump" / name, "-o", "again.txt", cwd=tmp_path)
    hcc.ok("--targets=dummy", "-S", "k.cpp", cwd=tmp_path)
    assert (tmp_path / "k.dummy.s").is_file()
    assert "  dummy      dummy" in command("hcpy.driver.info").ok(cwd=tmp_path)
    unknown = hcc("--targets=dummy:d3", "k.cpp", cwd=tmp_path)
    assert "unknown architecture 'd3' of target 'dummy'" in unknown.stderr


def test_the_runtime_lists_the_back_end(checkout: Path, tmp_path: Path) -> None:
    runtime = checkout / "runtime"
    backend = runtime / "backends" / "dummy"
    backend.mkdir()
    for path in (runtime / "backends" / "null").iterdir():
        copied(path, backend / path.name, "null", "dummy")
    include = '#include "../backends/null/backend.hpp"\n'
    made = "  backends.push_back(make_null_backend());\n"
    edit(
        runtime / "core" / "make_backends.cpp",
        (include, include + include.replace("null", "dummy")),
        (made, made + made.replace("null", "dummy")),
    )
    edit(
        checkout / "include" / "hcrt" / "runtime.hpp",
        (", opencl, host }", ", opencl, host, dummy }"),
    )
    meaning = '"how many null devices to list", reader=LIBHCRT)\n'
    variable = f'NULL_DEVICE = Variable("HCPY_NULL_DEVICE", int, 0, {meaning}'
    edit(
        checkout / "hcpy" / "core" / "config.py",
        (variable, variable + variable.replace("NULL", "DUMMY").replace("null", "dummy")),
        ("    NULL_DEVICE,\n", "    NULL_DEVICE,\n    DUMMY_DEVICE,\n"),
    )
    make_contracts(checkout)
    shown = '    case hcrt::Backend::null:\n      return "null";\n'
    edit(runtime / "info" / "hcrt_info.cpp", (shown, shown + shown.replace("null", "dummy")))
    name = '    case HCRT_IMAGE_NULL:\n      return "null";\n'
    edit(
        runtime / "core" / "bundle.cpp",
        (name, name + name.replace("NULL", "DUMMY").replace("null", "dummy")),
    )
    changed = ["core/make_backends.cpp", "core/bundle.cpp", "info/hcrt_info.cpp"]
    changed += [f"backends/dummy/{name}.cpp" for name in ("backend", "device")]
    library = library_folder(find_prefix(os.environ)) / "libhcrt.a"
    build = ["c++", "-std=c++17", "-Wall", "-Werror", f"-I{checkout / 'include'}"]
    subprocess.run(
        [*build, *(str(runtime / path) for path in changed), str(library), "-ldl", "-lpthread", "-o", "info"],
        cwd=tmp_path,
        check=True,
    )
    environment = {**os.environ, "HCPY_DUMMY_DEVICE": "1", "HCPY_OPENCL_LIBRARY": "none"}
    said = subprocess.run([tmp_path / "info"], capture_output=True, text=True, check=True, env=environment)
    assert "dummy device: runs nothing" in said.stdout
