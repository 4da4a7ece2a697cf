"""Sources for the tests of hcc's command line."""

from __future__ import annotations

import subprocess
from pathlib import Path

from conftest import Command

KERNEL = """#include <hc.hpp>
#include "part.h"
int kernel() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = part(i[0]); });
  return v[2];
}
"""
AMP = """#include <amp.h>
int part(int x) restrict(cpu) { return x; }
int part(int x) restrict(amp) { return x + 1; }
int amp() {
  using namespace concurrency;
  array_view<int, 1> v(4);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = part(i[0]); });
  return v[2];
}
"""
NULL = "--targets=null"  # quick
ON_HOST = {"HCPY_DEFAULT_ACCELERATOR": "host"}


def fill(folder: Path) -> Path:
    """Sources of all kinds."""
    files = {
        "kernel.cpp": KERNEL,
        "amp.cpp": AMP,
        "part.h": "inline int part(int x) { return 10 * x; }\n",
        "plain.cpp": '#include "part.h"\nint plain() { return part(3); }\n',
        "part.c": "int in_c(void) { return 4; }\n",
        "part.s": ".globl in_assembly\nin_assembly: movl $5, %eax\n ret\n",
        "main.cpp": 'int kernel(); int plain(); extern "C" int in_c(); extern "C" int in_assembly();\n'
        "int main() { return kernel() + plain() + in_c() + in_assembly(); }\n",
        "broken.cpp": "int broken() { return nothing; }\n",
        "broken_kernel.cpp": KERNEL.replace("part(i[0])", "missing"),
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def feed(hcc: Command, folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*hcc.words, *words],
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
