"""The programs of README.md, the tutorial and the how-to pages compile, run and print what the page says.

The C++ programs of a dialect are one source here; run.py in this folder runs each page command by command.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from conftest import REPOSITORY, Command
from docs_support import END, Block, blocks, one_source, pages

ALL = [block for page in pages() for block in blocks(page)]
ON_HOST = {"HCPY_DEFAULT_ACCELERATOR": "host"}


def test_every_block_has_a_language() -> None:
    assert {block.language for block in ALL} == {"cpp", "python", "sh"}
    assert len(ALL) > 30


@pytest.mark.parametrize("amp", [False, True], ids=["HC", "C++ AMP"])
def test_programs(hcc: Command, tmp_path: Path, amp: bool) -> None:
    programs = [b for b in ALL if b.is_program and b.is_amp == amp and '#include "' not in b.text]
    assert len(programs) >= 3
    (tmp_path / "all.cpp").write_text(one_source(programs))
    hcc.ok("--targets=host", "-O0", "all.cpp", "-o", "all", cwd=tmp_path)
    done = subprocess.run(
        [tmp_path / "all"], env={**os.environ, **ON_HOST}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = [part.lstrip("\n") for part in done.stdout.split(END)[:-1]]
    for block, text in zip(programs, printed, strict=True):
        wanted = block.prints if block.prints is not None else printed_later(block)
        assert text == wanted, block.place


def printed_later(block: Block) -> str | None:
    """The page prints it after the command that runs the program."""
    listed = blocks(block.page)
    runs = next(b for b in listed if b.line > block.line and b.language == "sh")
    return runs.prints


def test_python(tmp_path: Path) -> None:
    """All pages in one process, each with its own names."""
    chosen = {page: [b for b in blocks(page) if b.language == "python"] for page in pages()}
    code = []
    for page_blocks in filter(None, chosen.values()):
        code.append("names = {'__name__': '__main__'}")
        for block in page_blocks:
            code.append(f"exec(compile({block.text!r}, {block.place!r}, 'exec'), names); print({END!r})")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(code)],
        cwd=tmp_path,  # `-c` looks there first
        env={**os.environ, **ON_HOST, "PYTHONPATH": python_path()},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    flat = [block for page_blocks in chosen.values() for block in page_blocks]
    for block, text in zip(flat, done.stdout.split(END)[:-1], strict=True):
        assert text.lstrip("\n") == (block.prints or ""), block.place


def python_path() -> str:
    installed = Path(sys.executable).with_name("hcc").is_file()
    words = (() if installed else (str(REPOSITORY),)) + (os.environ.get("PYTHONPATH", ""),)
    return os.pathsep.join(filter(None, words))


# --- the pages as pages ----------------------------------------------------------------------------------
def test_the_readme_is_short_and_keeps_its_two_commands() -> None:
    text = (REPOSITORY / "README.md").read_text()
    assert len(text.splitlines()) <= 150
    section = text[text.index("## Install and run") : text.index("## Use")]
    assert len(re.findall(r"^```sh\n[^\n]+\n```$", section, re.MULTILINE)) == 2
    assert section.count("```") == 4


def test_links_lead_to_files() -> None:
    missing = []
    for page in (*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")):
        if page.parent == REPOSITORY / "docs" / "reference":
            continue  # made by docs/build.py
        for target in re.findall(r"(?:\]\(|src=\")([^)\"\s#]+)", without_code(page)):
            path = page.parent / target
            is_made = path.parent == REPOSITORY / "docs" / "reference"  # by docs/build.py
            if "." in target and "://" not in target and not is_made and not path.exists():
                missing.append(f"{page.relative_to(REPOSITORY)}: {target}")
    assert missing == []


def test_the_chart_shows_the_docs_figures() -> None:
    folder = REPOSITORY / "docs" / "images"
    figures = runpy.run_path(str(folder / "make_chart.py"))["figures"]()
    assert escape(figures) in (folder / "speed.svg").read_text(), "python docs/images/make_chart.py"


def without_code(page: Path) -> str:
    return re.sub(r"```.*?^ *```|`[^`]*`", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)


def test_pictures_are_small() -> None:
    pictures = [
        *(REPOSITORY / "docs" / "images").glob("*.png"),
        *(REPOSITORY / "docs" / "images").glob("*.svg"),
    ]
    assert pictures and all(picture.stat().st_size < 200 << 10 for picture in pictures)


def test_every_page_is_in_the_sites_index() -> None:
    docs = REPOSITORY / "docs"
    listed = (docs / "index.md").read_text().splitlines()
    table = (docs / "results" / "index.md").read_text()
    listed += [f"results/{name}" for name in re.findall(r"\| \[.*?\]\((.*?)\.md\)", table)]
    pages = [page.relative_to(docs).with_suffix("") for page in docs.rglob("*.md")]
    assert [str(page) for page in pages if str(page) not in (*listed, "index")] == []
