"""The largest errors of precise_math and fast_math, in units in the last place, on each accelerator.

`python tests/bench/math_ulp.py` builds the program of tests/bench/maths (hcc, and g++ with libquadmath for
the references) and runs it on the accelerators found; a bound that is exceeded, or a special result that is
wrong, makes the exit status 1. `--write-doc` puts the tables into docs/math.md.

For a machine with a GPU: `math_ulp.py --build DIR` here, then `python3 DIR/math_ulp.py --program DIR/math_ulp
--devices cuda --all --json cuda.json` there, then `math_ulp.py --results cuda.json --write-doc` here.
maths/sweep.cpp is the quick form of `--all`: one program that takes its references from the GPU, too, and
needs no processors (`hcc -hc -O2 tests/bench/maths/sweep.cpp -o sweep`, then `./sweep`).
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "maths"
UNITS = ("kernels_float", "kernels_double", "kernels_fast", "ulp")
DOCUMENT = HERE.parents[1] / "docs" / "math.md"
BOUND = 4.0
Result = dict[str, Any]

INTRODUCTION = """# Accuracy of the maths functions

The largest errors found, in units in the last place (ulp) of the exact result, by
`python tests/bench/math_ulp.py`. Half of the samples have every exponent alike, the others lie where the
function is used; each function also gets zeros, infinities, NaN, the ends of the range and what is near
integers and multiples of pi/2. The references are double for float, and long double, then `__float128`, for
double. Special results (NaN, infinities, signs of zeros) must be those of C's annex F.

`precise_math` must stay within 4 ulp; functions marked *exact* must give the reference's bits. `fast_math`
(float only) must stay within the ulp, or the absolute error, that its table gives, for arguments in the range
given there; for others, and for zeros, infinities and NaN, nothing is promised. In host code (not kernels)
the names that C has are the C library's own functions, but for erfc, lgamma and tgamma.

Host kernels whose work-items run side by side call functions of vectors: glibc's libmvec, which the program
looks for at its first call, and the scalar function for each element where there is none. The result of a
work-item then depends, within the bounds, on whether it ran in a vector or at a row's end;
`-fno-hcc-vector-maths` turns this off. Of glibc 2.36's, over all positive floats, logf is within 3.97 ulp and
tanf within 3.95 on each instruction set; 400,000 samples of each other function found less than 3.8. The
16-wide erff reaches 4.00 and is taken as two of 8.
"""


def bound_of(row: Result) -> float:
    """Largest permitted error in ulp."""
    if row["namespace"] == "fast_math":
        return float(row["bound"])
    return 0.0 if row["exact"] else BOUND


def faults(row: Result) -> list[str]:
    """What is wrong with a function's results."""
    bound = bound_of(row)
    name = f"{row['namespace']}::{row['name']}({row['type']})"
    found = []
    if row["ulp"] > bound:
        found.append(f"{name}: {row['ulp']:.2f} ulp at {row['x']!r}, {row['y']!r}")
    if row["wrong"] and row["namespace"] == "precise_math":
        place = f"{row['wrong_x']!r}, {row['wrong_y']!r}"
        found.append(f"{name}: {row['wrong']} wrong, {row['wrong_got']} not {row['wrong_want']} at {place}")
    return found


def call(command: Sequence[str], **options: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def build(folder: Path) -> Path:
    """The measuring program, with code for all targets and libquadmath inside."""
    hcc = [sys.executable, "-m", "hcpy.driver.cli"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(HERE.parents[1]), *filter(None, sys.path)]),
    }
    folder.mkdir(parents=True, exist_ok=True)
    objects = [str(folder / f"{unit}.o") for unit in (*UNITS, "reference")]
    for unit, target in zip(UNITS, objects, strict=False):
        call([*hcc, "-hc", "-O2", "-c", str(SOURCES / f"{unit}.cpp"), "-o", target], env=environment)
    reference = str(SOURCES / "reference.cpp")
    call(["g++", "-std=gnu++17", "-O2", "-pthread", "-c", reference, "-o", objects[-1]])
    program = folder / "math_ulp"
    call([*hcc, *objects, "-l:libquadmath.a", "-o", str(program)], env=environment)
    for name in objects:
        Path(name).unlink()
    shutil.copy(__file__, folder / "math_ulp.py")
    return program


def opencl_environment() -> dict[str, str]:
    """Intel's runtime from PyPI where it is installed; a machine with only the program needs none."""
    sys.path.insert(0, str(HERE.parent))
    try:
        from conftest import opencl_environment as found
    except ImportError:
        return {}
    return found()


def measure(program: Path, device: str, options: argparse.Namespace) -> Result:
    """One accelerator's results: its description, the date and a row for each function."""
    command = [str(program), str(options.samples), *(["all"] if options.all else []), *options.only]
    environment = {**os.environ, **opencl_environment(), "HCPY_DEFAULT_ACCELERATOR": device}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    rows = []
    for line in process.stdout:
        rows.append(json.loads(line))
        if "name" in (row := rows[-1]):
            print(f"{device} {row['namespace']}::{row['name']}({row['type']}): {row['ulp']} ulp", flush=True)
    if process.wait() != 0:
        raise SystemExit(f"{program} ended with {process.returncode} on {device}")
    header = rows.pop(0)
    return {
        "device": device,
        "description": header["device"],
        "date": str(datetime.date.today()),
        "rows": rows,
    }


def section(result: Result) -> str:
    rows = result["rows"]
    counts = sorted({row["samples"] for row in rows})
    lines = [f"## {result['device']}: {result['description']}", ""]
    lines += [f"{result['date']}; {' or '.join(f'{c:,}' for c in counts)} samples a function.", ""]
    lines += ["| precise_math | float | at | double | at | bound | |", "|---|---|---|---|---|---|---|"]
    precise = {(r["name"], r["type"]): r for r in rows if r["namespace"] == "precise_math"}
    for name in dict.fromkeys(name for name, _ in precise):
        pair = [precise[name, type_] for type_ in ("float", "double") if (name, type_) in precise]
        cells = [cell for row in pair for cell in error_cells(row)]
        verdict = "pass" if not any(faults(row) for row in pair) else "**fail**"
        bound = "exact" if pair[0]["exact"] else f"{BOUND:g}"
        lines.append(f"| {name} | {' | '.join(cells)} | {bound} | {verdict} |")
    lines += [
        "",
        "| fast_math | float | at | range | bound, ulp | or absolute | |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        if row["namespace"] == "fast_math":
            lines.append(f"| {row['name']} | {' | '.join([*error_cells(row), *limit_cells(row)])} |")
    return "\n".join(lines) + "\n"


def limit_cells(row: Result) -> list[str]:
    """A fast function's range, its bounds and the verdict."""
    places = f"{row['low']:g} to {row['high']:g}"
    if row["largest_y"]:
        places += f", y from {-row['largest_y']:g} to {row['largest_y']:g}"
    absolute = f"{row['absolute']:.2g}" if row["absolute"] else ""
    return [places, f"{row['bound']:g}", absolute, "**fail**" if faults(row) else "pass"]


def error_cells(row: Result) -> list[str]:
    if row["exact"]:
        return ["0" if not row["wrong"] else f"{row['wrong']} wrong", ""]
    place = f"{row['x']}" if row["name"] not in ("atan2", "hypot", "pow") else f"{row['x']}, {row['y']}"
    return [f"{row['ulp']:.2f}", place if row["ulp"] else ""]


def write_document(results: Iterable[Result]) -> None:
    """Replaces the measured accelerators' sections and keeps the others'."""
    text = DOCUMENT.read_text() if DOCUMENT.exists() else ""
    kept = {part.split(":")[0]: f"## {part}" for part in re.split(r"^## ", text, flags=re.M)[1:]}
    kept |= {result["device"]: section(result) for result in results}
    parts = [INTRODUCTION, *(kept[device].rstrip() + "\n" for device in sorted(kept))]
    DOCUMENT.write_text("\n".join(parts))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--samples", type=int, default=1_000_000, help="for each function; nightly: 100000000"
    )
    parser.add_argument("--all", action="store_true", help="float functions over all of their 2^32 arguments")
    parser.add_argument("--devices", default="host,opencl", help="values of HCPY_DEFAULT_ACCELERATOR")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="these functions")
    parser.add_argument("--build", type=Path, metavar="DIR", help="only build the program")
    parser.add_argument("--program", type=Path, help="a program that was built")
    parser.add_argument("--json", type=Path, help="write the results into a file")
    parser.add_argument("--results", type=Path, nargs="*", help="take results from files; measure nothing")
    parser.add_argument("--write-doc", action="store_true", help="put the tables into docs/math.md")
    options = parser.parse_args()
    if options.build:
        print(build(options.build))
        return 0
    if options.results:
        results = [result for file in options.results for result in json.loads(file.read_text())]
    else:
        with tempfile.TemporaryDirectory(prefix="hcpy-math-") as folder:
            program = options.program or build(Path(folder))
            results = [measure(program, device, options) for device in options.devices.split(",")]
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if options.write_doc:
        write_document(results)
    found = [f"{r['device']}: {fault}" for r in results for row in r["rows"] for fault in faults(row)]
    print("\n".join(found) or "every function is within its bound")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
