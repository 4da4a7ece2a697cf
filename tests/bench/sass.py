"""What one ptxas makes of the suite's kernels (tests/bench/kernels): of hcpy's PTX and of nvcc's.

`python tests/bench/sass.py [GROUP...]` prints a row a kernel: registers, local memory, instructions, and
those of the innermost loop (the largest one) by kind. It needs nvcc with ptxas, and nvdisasm, but no GPU.
Loops that are unrolled differently are compared by "overhead": instructions to one that loads, stores or
computes. Flat kernels of two and three dimensions have about 40 instructions that run only on grids above
the device's limit.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import kernels

ARCH = "sm_90"
# Views and pointers have one twin in CUDA C++.
TWICE = "run_seven_views"
KINDS = {
    "global": ("LDG", "LD", "STG", "ST"),
    "shared": ("LDS", "STS", "ATOMS"),
    "float": ("FFMA", "FADD", "FMUL", "DFMA", "DADD", "DMUL", "MUFU", "FSETP", "FMNMX"),
}


class Code(NamedTuple):
    """What ptxas and nvdisasm report of a kernel."""

    name: str
    registers: int
    local: int
    instructions: int
    loop: Counter[str]

    @property
    def overhead(self) -> float:
        """Instructions of the loop, to one that loads, stores or computes."""
        return self.loop.total() / max(1, sum(counted(self.loop, kind) for kind in KINDS))


def counted(opcodes: Counter[str], kind: str) -> int:
    return sum(opcodes[opcode] for opcode in KINDS[kind])


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(f"this comparison needs {name} (the CUDA toolkit)")
    return found


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def innermost_loop(lines: list[str]) -> Counter[str]:
    """The opcodes of the largest loop that has no other in it; those of the whole kernel if it has none."""
    labels: dict[str, int] = {}
    opcodes: list[str] = []
    loops: list[tuple[int, int]] = []
    for line in lines:
        if label := re.match(r"(\.L_x_\d+):", line):
            labels[label[1]] = len(opcodes)
        if code := re.search(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)", line):
            if code[1] == "NOP":
                continue
            opcodes.append(code[1])
            target = re.search(r"BRA.*\((\.L_x_\d+)\)", line)
            if target and target[1] in labels and labels[target[1]] < len(opcodes) - 1:
                loops.append((labels[target[1]], len(opcodes)))
    inner = [a for a in loops if not any(b != a and b[0] >= a[0] and b[1] <= a[1] for b in loops)]
    start, end = max(inner, key=lambda loop: loop[1] - loop[0], default=(0, len(opcodes)))
    return Counter(opcodes[start:end])


def codes(ptx: Path) -> list[Code]:
    """The kernels of a PTX file, in its order."""
    cubin = ptx.with_suffix(".cubin")
    said = run(tool("ptxas"), "-v", f"-arch={ARCH}", str(ptx), "-o", str(cubin))
    listing = run(tool("nvdisasm"), "-c", str(cubin))
    sections = {part.split(" ", 1)[0]: part.splitlines() for part in listing.split("//-- .text.")}
    sections |= {
        m[1]: m[2].splitlines() for m in re.finditer(r"(?ms)^\.text\.(\S+):\n(.*?)(?=^//-|\Z)", listing)
    }
    made = []
    for name in re.findall(r"\.entry (\w+)", ptx.read_text()):
        of_kernel = said[said.index(f"entry function '{name}'") :]
        registers = re.search(r"Used (\d+) registers", of_kernel)
        stack = re.search(r"(\d+) bytes stack frame", of_kernel)
        assert registers is not None and stack is not None
        lines = sections[name]
        count = sum(bool(re.search(r"/\*[0-9a-f]{4,}\*/\s", line)) and "NOP" not in line for line in lines)
        made.append(Code(name, int(registers[1]), int(stack[1]), count, innermost_loop(lines)))
    return made


def row(ours: Code, theirs: Code) -> str:
    cells = [theirs.name, f"{ours.registers} / {theirs.registers}", f"{ours.local} / {theirs.local}"]
    cells += [f"{ours.instructions} / {theirs.instructions}", f"{ours.loop.total()} / {theirs.loop.total()}"]
    cells += [f"{counted(ours.loop, kind)} / {counted(theirs.loop, kind)}" for kind in KINDS]
    ratio = ours.overhead / theirs.overhead
    cells.append(f"{ours.overhead:.2f} / {theirs.overhead:.2f}")
    marks = ["local memory"] * (ours.local > theirs.local)
    marks += ["registers"] * (ours.registers > 1.2 * theirs.registers)
    loads, others = counted(ours.loop, "global"), counted(theirs.loop, "global")
    has_loop = theirs.loop.total() < theirs.instructions
    marks += ["overhead"] * (has_loop and ratio > 1.05)
    marks += ["unrolled less"] * (has_loop and loads < others)
    marks += ["loads"] * (not has_loop and loads > others)
    return f"| {' | '.join(cells)} | {', '.join(marks)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", default=kernels.GROUPS)
    head = ("kernel", "registers", "local", "instructions", "innermost loop", *KINDS, "overhead", "worse in")
    print("hcpy / nvcc in each column\n")
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    with tempfile.TemporaryDirectory() as place:
        for group in parser.parse_args().groups:
            ours, theirs = Path(place) / f"{group}_hc.ptx", Path(place) / f"{group}_cuda.ptx"
            source = kernels.SOURCES / f"{group}_hc.cpp"
            run(
                tool("hcc"), "-hc", "-O3", "--emit=ptx", f"--targets=ptx:{ARCH}", str(source), "-o", str(ours)
            )
            twin = kernels.SOURCES / f"{group}_cuda.cu"
            run(tool("nvcc"), "-O3", f"-arch={ARCH}", "-ptx", str(twin), "-o", str(theirs))
            twins = iter(codes(theirs))
            last = None
            for code in codes(ours):
                last = last if TWICE in code.name and last else next(twins)
                print(row(code, last), flush=True)


if __name__ == "__main__":
    main()
