"""Makes programs whose kernels have random control flow, to be compared with the same functions on the host.

`python tests/programs/random_flow.py --count 10000 --device vulkan --targets host,vulkan` runs so many.

Takes a seed and how many kernels. One half of them jumps between blocks by goto, in any direction; the other
half nests loops, choices, switches, break, continue and return. Each ends after a number of steps.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

IN_A_PROGRAM = 25
SECONDS = 600
_HEAD = """#include <cstdio>
#include <hc.hpp>
using u = unsigned;
"""
_MAIN = """
template <class F>
int compare(const char* name, F f) {
  constexpr int n = 96;
  hc::array_view<u> result(n);
  hc::parallel_for_each(result.get_extent(), [=](hc::index<1> i) [[hc]] { result[i] = f(u(i[0])); });
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += result[i] != f(u(i));
  if (wrong) std::printf("FAILED %s: %d of %d\\n", name, wrong, n);
  return wrong;
}
"""


def program(seed: int, count: int) -> str:
    """C++ source; the program prints FAILED lines and ends with 1 where a kernel is wrong."""
    chance = random.Random(seed)
    makers = (_jumps, _nested)
    functions = [makers[k % 2](chance, f"f{k}") for k in range(count)]
    calls = "\n".join(
        f'  wrong += compare("f{k}", [](u x) [[cpu, hc]] {{ return f{k}(x); }});' for k in range(count)
    )
    main = f"int main() {{\n  int wrong = 0;\n{calls}\n  return wrong != 0;\n}}\n"
    return _HEAD + "\n".join(functions) + _MAIN + main


def _condition(chance: random.Random) -> str:
    return chance.choice(
        ("x & 1", "x & 4", "(x >> 3) & 1", "x % 3 == 0", "x < y", "(x ^ y) & 2", "x % 5 > 2", "y & 8")
    )


def _step(chance: random.Random) -> str:
    a, b = chance.randrange(3, 99, 2), chance.randrange(1, 999)
    return chance.choice(
        (f"x = x * {a}u + {b}u;", f"y ^= x + {b}u;", f"x += y >> {a % 7};", f"y = y * {a}u - x;")
    )


def _jumps(chance: random.Random, name: str) -> str:
    count = chance.randrange(3, 9)
    lines = [f"[[cpu, hc]] inline u {name}(u x) {{", "  u y = x + 7, steps = 0;"]
    for block in range(count):
        lines.append(f" b{block}:")
        lines.append(f"  {_step(chance)}")
        lines.append("  if (++steps > 40) goto end;")
        targets = [chance.choice([*(f"b{t}" for t in range(count)), "end"]) for _ in range(2)]
        if chance.random() < 0.2:
            lines.append(f"  switch (x % 4) {{ case 0: goto {targets[0]}; case 2: goto {targets[1]}; }}")
        else:
            lines.append(f"  if ({_condition(chance)}) goto {targets[0]};")
            if chance.random() < 0.5:
                lines.append(f"  goto {targets[1]};")
    return "\n".join([*lines, " end:", "  return x ^ y * 31u;", "}"])


def _nested(chance: random.Random, name: str) -> str:
    body = _statements(chance, 3, False)
    lines = [f"[[cpu, hc]] inline u {name}(u x) {{", "  u y = x * 3u, steps = 0;", *body]
    return "\n".join([*lines, "  return x ^ y * 31u;", "}"])


def _statements(chance: random.Random, depth: int, in_loop: bool) -> list[str]:
    lines: list[str] = []
    for _ in range(chance.randrange(1, 4)):
        lines += _statement(chance, depth, in_loop)
    return lines


def _statement(chance: random.Random, depth: int, in_loop: bool) -> list[str]:
    kind = chance.random()
    if depth == 0 or kind < 0.25:
        return [_step(chance)]
    if kind < 0.5:
        lines = [f"if ({_condition(chance)}) {{", *_statements(chance, depth - 1, in_loop)]
        if chance.random() < 0.5:
            lines += ["} else {", *_statements(chance, depth - 1, in_loop)]
        return [*lines, "}"]
    if kind < 0.75:
        inner = _statements(chance, depth - 1, True)
        heads = (
            f"while ({_condition(chance)}) {{",
            f"for (u i = 0; i < x % {chance.randrange(2, 9)}; ++i) {{",
        )
        return [chance.choice(heads), "if (++steps > 60) break;", *inner, "}"]
    if kind < 0.85:
        inner = _statements(chance, depth - 1, True)
        return ["do {", "if (++steps > 60) break;", *inner, f"}} while ({_condition(chance)});"]
    if kind < 0.93:
        cases = [
            line
            for number in range(chance.randrange(2, 5))
            for line in (
                f"case {number}: {{",
                *_statements(chance, depth - 1, False),
                "}",
                *(["break;"] if chance.random() < 0.7 else []),
            )
        ]
        return ["switch (x % 6) {", *cases, "default: y += 3;", "}"]
    if in_loop:
        return [f"if ({_condition(chance)}) {chance.choice(('break', 'continue'))};"]
    return [f"if ({_condition(chance)} && y % 7 == 3) return y;"]


def _run(seed: int, folder: Path, targets: str, device: str) -> str:
    """What is wrong with one program; empty where nothing is."""
    source, made = folder / f"{seed}.cpp", folder / str(seed)
    source.write_text(program(seed, IN_A_PROGRAM))
    compiled = ["-hc", "-O1", f"--targets={targets}", source, "-o", made]
    for words in ([sys.executable, "-m", "hcpy.driver.cli", *compiled], [made]):
        try:
            done = subprocess.run(
                words,
                env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": device},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"no end after {SECONDS} s"
        if done.returncode:
            return f"ended with {done.returncode}: {done.stdout[-2000:]}"
    made.unlink()
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="host")
    parser.add_argument("--targets", default="host")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(options.jobs) as pool:
        seeds = [options.seed * 100_000 + n for n in range(-(-options.count // IN_A_PROGRAM))]

        def work(seed: int) -> tuple[int, str]:
            return seed, _run(seed, Path(name), options.targets, options.device)

        for seed, fault in pool.map(work, seeds):
            if fault:
                failed += 1
                print(f"FAILED seed {seed}: {fault}", flush=True)
    kernels = IN_A_PROGRAM * len(seeds)
    print(f"{kernels} kernels in {len(seeds)} programs on {options.device}, {failed} programs failed")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
