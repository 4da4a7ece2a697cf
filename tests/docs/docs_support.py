"""The code blocks of README.md, of the tutorial, how-to and some other pages, with what each is to print.

A ```cpp block after "Save this as `NAME`:" is that file; other such blocks are programs. ```python blocks of
a page run in one process, ```sh blocks in one folder with its files. A ```text block is what the block
before it prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
GUIDES = ("asynchrony", "python", "task-graphs", "several-accelerators")  # whose blocks are whole programs
_FENCE = re.compile(r"^```(\w*)$")
_NAMED = re.compile(r"[Ss]ave this as `([\w.]+)`:$")


@dataclass
class Block:
    """One block of code."""

    page: Path
    line: int
    language: str
    text: str
    name: str = ""  # of the file
    prints: str | None = None

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(REPOSITORY)}:{self.line}"

    @property
    def is_program(self) -> bool:
        return self.language == "cpp" and "int main() {" in self.text

    @property
    def is_amp(self) -> bool:
        return "#include <amp.h>" in self.text


def pages() -> list[Path]:
    docs = REPOSITORY / "docs"
    guides = [docs / f"{name}.md" for name in GUIDES]
    return [
        REPOSITORY / "README.md",
        *sorted(docs.glob("tutorial/*.md")),
        *sorted(docs.glob("howto/*.md")),
        *guides,
    ]


def blocks(page: Path) -> list[Block]:
    found: list[Block] = []
    before = ""
    lines = iter(enumerate(page.read_text().splitlines(), 1))
    for number, line in lines:
        fence = _FENCE.match(line)
        if fence is None:
            before = line or before
            continue
        text = "".join(f"{inner}\n" for inner in _until_fence(lines))
        if fence[1] == "text":
            found[-1].prints = text
        elif fence[1]:
            name = _NAMED.search(before)
            found.append(Block(page, number, fence[1], text, name[1] if name else ""))
        before = ""
    return found


def _until_fence(lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    for _, line in lines:
        if line == "```":
            return
        yield line


def one_source(programs: Sequence[Block]) -> str:
    """All programs in one: each in a namespace, their headers before them."""
    headers: dict[str, None] = {}
    parts, calls = [], []
    for number, block in enumerate(programs):
        lines = block.text.splitlines()
        headers.update(dict.fromkeys(line for line in lines if line.startswith("#include")))
        rest = "\n".join("" if line.startswith("#include") else line for line in lines)
        body = rest.replace("int main() {", "int run() {").rstrip()
        assert body.endswith("}")
        start = f'#line 1 "{block.place}"'
        parts.append(f"namespace block_{number} {{\n{start}\n{body[:-1]}  return 0;\n}}\n}}")
        calls.append(f'  if (block_{number}::run() != 0) return 1;\n  std::cout << "{END}" << std::endl;')
    top = "\n".join((*headers, "#include <iostream>"))
    return "\n".join((top, *parts, "int main() {", "  setbuf(stdout, nullptr);", *calls, "}")) + "\n"


END = "--- end of block ---"
