"""hcc --port-report on a tree with a source of each kind, and on trees without any."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from conftest import Command

KERNEL = """{0}
int main() {{
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {{ {1} }});
}}
"""
TREE = {
    "src/good.cpp": KERNEL.format("#include <hc.hpp>", "v[i] = 1;"),
    "src/header.cpp": KERNEL.format('#include "kernels.h"', "v[i] = one;").replace(" [[hc]]", ""),
    "inc/kernels.h": "#include <hc.hpp>\nenum { one = 1 };\n",
    "src/thrown.cpp": KERNEL.format("#include <hc.hpp>", "throw v[i];"),
    "src/window.cpp": "#include <amp.h>\n#include <d3d11.h>\nint main() {}\n",
    "src/brush.cpp": "#include <amp.h>\n#include <windows.h>\nHBRUSH brush;\nint main() {}\n",
    "src/empty.cpp": "",
}


def test_a_tree(hcc: Command, tmp_path: Path) -> None:
    tree = tmp_path / "a tree"
    for name, text in TREE.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    (tree / "src" / "binary.cpp").write_bytes(bytes(range(256)) * 8)
    os.mkfifo(tree / "src" / "pipe.cpp")
    page = tmp_path / "page.html"

    done = hcc("--port-report", tree, cwd=tmp_path)
    assert done.returncode == 1 and not done.stderr
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in done.stdout.splitlines() if line.strip()}
    assert rows["src/good.cpp"] == rows["src/empty.cpp"] == "compiles"
    assert rows["src/header.cpp"] == "needs flags -Iinc -hc"
    assert rows["src/window.cpp"].startswith("Windows' own APIs") and "<d3d11.h>" in rows["src/window.cpp"]
    assert rows["src/brush.cpp"].startswith("Windows' own APIs") and "HBRUSH" in rows["src/brush.cpp"]
    assert rows["src/thrown.cpp"] == "has to change 1 error"
    assert rows["src/binary.cpp"] == "not compiled is not text"
    assert "src/pipe.cpp" not in rows
    assert "'throw' is not allowed in a kernel" in done.stdout.replace("'...'", "'throw'")
    assert "src/thrown.cpp:4" in done.stdout and "src/brush.cpp:3" in done.stdout
    assert "Traceback" not in done.stdout and not page.exists()


def test_a_page(hcc: Command, tmp_path: Path) -> None:
    name = os.fsdecode(b"na\xefve <b>.cpp")
    (tmp_path / name).write_text("int a;\n")
    hcc.ok("--port-report=page.html", tmp_path, cwd=tmp_path)
    assert b"na\xefve &lt;b&gt;.cpp" in (tmp_path / "page.html").read_bytes()
    hcc.ok("--port-report", ".", "-o", "other.html", cwd=tmp_path)
    assert (tmp_path / "other.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_trees_without_sources(hcc: Command, tmp_path: Path) -> None:
    assert "no C++ sources" in hcc.ok("--port-report", tmp_path)
    missing = hcc("--port-report", tmp_path / "missing")
    assert missing.returncode == 1 and missing.stderr.startswith("hcc: error: --port-report: ")
    done = hcc("--port-report=/nonexistent/page.html", tmp_path)
    assert done.returncode == 1 and "cannot write '/nonexistent/page.html'" in done.stderr


def test_what_cannot_be_read(hcc: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody reads these, root included: memory at address 0, and a folder whose path is too long."""
    (tmp_path / "memory.cpp").symlink_to("/proc/self/mem")
    monkeypatch.chdir(tmp_path)
    for _ in range(17):
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
    monkeypatch.chdir(tmp_path)
    done = hcc("--port-report", tmp_path)
    assert re.search("not looked into: d.*: File name too long", done.stdout), done.stdout
    assert "cannot be read: Input/output error" in done.stdout and not done.stderr
