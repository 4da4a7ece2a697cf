"""The blocks of code in the pages that are no tutorials: each is run here, or NOT_RUN says why it is not."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from conftest import REPOSITORY, vulkan_fault
from docs_support import Block, blocks, pages

DOCS = REPOSITORY / "docs"
KERNEL = """#include <hc.hpp>
int twice(int value) {
  hc::array_view<int> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = 2 * value; });
  return view[3];
}
"""
MAIN = "int twice(int); int main() { return twice(21) == 42 ? 0 : 1; }\n"
FORCE = """#include <hc.hpp>
#include "physics.h"
int main() {
  hc::array_view<float> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = force(i[0] + 1); });
  return view[3] == 0.25f ? 0 : 1;
}
"""
AMP = """#include <amp.h>
int main() {
  using namespace concurrency;
  array_view<int> view(4);
  parallel_for_each(view.get_extent(), [=](index<1> i) restrict(amp) { view[i] = 1; });
  return view[3] - 1;
}
"""
MESON = "project('demo', 'cpp')\nexecutable('demo', 'main.cpp', 'kernels.cpp')\n"
SAXPY = (REPOSITORY / "samples" / "saxpy.cpp").read_text()
# The files beside which the blocks of a page run, and the programs that they make.
FILES: dict[str, dict[str, str]] = {
    "build-systems": {
        "main.cpp": MAIN,
        "kernels.cpp": KERNEL,
        "a.cpp": MAIN,
        "b.cpp": KERNEL,
        "meson.build": MESON,
    },
    "inspecting": {"saxpy.cpp": SAXPY},
    "porting": {"amp.cpp": AMP},
    "separate-compilation": {"main.cpp": FORCE},
    "vulkan": {"saxpy.cpp": SAXPY},
}
MADE = {
    "build-systems": ("build/demo", "program", "build-meson/demo", ".clangd"),
    "inspecting": ("saxpy.ptx",),
    "porting": ("program",),
    "separate-compilation": ("program",),
    "vulkan": ("saxpy",),
}
NOT_RUN = {
    "CONTRIBUTING": "installs what runs the tests",
    "devices": "installs other OpenCL runtimes",
    "debugging": "is part of a file of tests/programs/debugging, which test_debugging.py runs",
}


def others() -> list[Path]:
    """The pages whose blocks test_docs_blocks.py leaves out."""
    found = [*DOCS.rglob("*.md"), *REPOSITORY.glob("*.md"), *REPOSITORY.glob("samples/*.md")]
    made = (DOCS / "reference" / "hc.md", DOCS / "reference" / "amp.md")  # by docs/build.py
    return [page for page in sorted(found) if page not in pages() and page not in made]


def written(page: Path) -> list[Block]:
    return [block for block in blocks(page) if block.language not in ("", "text")]


def test_every_block_is_run_or_says_why_not() -> None:
    have = {page.stem for page in others() if written(page)}
    assert have == {*FILES, *NOT_RUN}


@pytest.mark.parametrize("name", FILES)
def test_blocks(name: str, tmp_path: Path, commands: dict[str, str]) -> None:
    for file, text in FILES[name].items():
        (tmp_path / file).write_text(text)
    env = {**commands, "HCPY_DEFAULT_ACCELERATOR": "host", "HCPY_TARGETS": "host"}
    for block in written(DOCS / f"{name}.md"):
        if block.language == "cmake":
            (tmp_path / "CMakeLists.txt").write_text(block.text)
        elif block.language == "make":
            (tmp_path / "Makefile").write_text(block.text)
            run("make", block, tmp_path, env)
        elif block.language == "cpp":
            write_columns(block, tmp_path)
        else:
            assert block.language == "sh", block.place
            run(text_of(block), block, tmp_path, env)
    for made in MADE[name]:
        assert (tmp_path / made).is_file(), made
        if os.access(tmp_path / made, os.X_OK):
            subprocess.run([tmp_path / made], env=env, check=True, capture_output=True)


def text_of(block: Block) -> str:
    """The commands; a second build gets its own folder, no program starts on a device that is not here."""
    text = block.text.replace(
        "meson setup build && ninja -C build", "meson setup build-meson && ninja -C build-meson"
    )
    if block.page.stem == "vulkan" and vulkan_fault():
        text = "\n".join(line for line in text.splitlines() if "=vulkan ./" not in line)
    return text


def run(text: str, block: Block, folder: Path, env: dict[str, str]) -> None:
    done = subprocess.run(
        ["sh", "-euc", text], cwd=folder, env=env, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, f"{block.place}\n{done.stdout}{done.stderr}"


def write_columns(block: Block, folder: Path) -> None:
    """Two files side by side, each under a comment with its name."""
    first, *rest = block.text.splitlines()
    second = first.index("//", 2)
    for name, part in ((first[:second], slice(0, second)), (first[second:], slice(second, None))):
        lines = [line[part].rstrip() for line in rest]
        (folder / name.removeprefix("//").strip()).write_text("\n".join([*lines, ""]))


def test_numbered_lines_are_those_of_the_file() -> None:
    page = DOCS / "debugging.md"
    name = re.findall(r"^`(tests/[\w/.]+)`:$", page.read_text(), re.MULTILINE)
    source = (REPOSITORY / name[0]).read_text().splitlines()
    (block,) = written(page)
    shown = re.findall(r"^ ?(\d+)  (.*)$", block.text, re.MULTILINE)
    assert len(shown) > 5 and all(source[int(number) - 1].startswith(line) for number, line in shown)
