"""The applications' own figures on the host against those of their OpenMP twins: `tests/bench/run.py twins`.

Takes: the number of rounds. Prints: a Markdown table. A round runs the sample and the twin one after the
other; of several ways to the same result (tiles, textures) each side's best counts.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parents[2] / "samples" / "applications"
CXX_FLAGS = ("-std=c++17", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp")
HCC_FLAGS = ("-O3", "--targets=host:x86-64-v3,host:x86-64-v4")
# Only the host: other devices' runs take time, and on these cores disturb.
_HOST_ALONE = {"HCPY_DEFAULT_ACCELERATOR": "host", "OCL_ICD_VENDORS": "/nonexistent"}


@dataclass(frozen=True)
class Application:
    """A sample with its benchmark's options, and how its figures are found in what it prints."""

    sample: str
    twin: str  # its name in twins.cpp
    options: tuple[str, ...]
    figures: str  # the part of the figure's name that distinguishes several, if any; then the numbers
    less_is_better: bool = False
    flag: str = ""  # one more of hcc's


APPLICATIONS = (
    Application(
        "gravity", "gravity", ("--bodies", "16384"), r"tile +\d+, \d a work-item:() +([\d.]+) GFLOPS"
    ),
    Application(
        "amp_blur",
        "blur",
        ("--width", "1024", "--height", "768"),
        r"(\d+) taps.*textures +([\d.]+) ms, tiles +([\d.]+) ms",
        less_is_better=True,
    ),
    Application("cornell", "cornell", ("--side", "128"), r"(4) bounces: +([\d.]+) million"),
    *(
        Application("convolution", "convolution", (), r"(?m)^(float) +4 +\S+ +\S+ +([\d.]+)$", flag=flag)
        for flag in ("-fhcc-vectorise=auto", "-fhcc-vectorise=masks")
    ),
)
_TWIN = r"(?m)^\w+ (\w+): ([\d.e+-]+) (.*), right$"


def compare(tools: Mapping[str, str], out: Path, rounds: int) -> None:
    """tools: the paths of hcc and g++."""
    twins = out / "twins"
    _run([tools["g++"], *CXX_FLAGS, str(HERE / "twins.cpp"), "-o", str(twins)])
    print(
        "| application | hcpy, host | OpenMP | unit | hcpy is faster by a factor of |\n|---|---|---|---|---|"
    )
    for application in APPLICATIONS:
        ours = out / application.sample
        flags = [*HCC_FLAGS, application.flag] if application.flag else HCC_FLAGS
        _run([tools["hcc"], *flags, str(SAMPLES / f"{application.sample}.cpp"), "-o", str(ours)])
        _compare(application, ours, twins, rounds)


def _compare(application: Application, ours: Path, twins: Path, rounds: int) -> None:
    pick = min if application.less_is_better else max
    pairs: dict[str, list[tuple[float, float]]] = {}
    unit = ""
    for _ in range(rounds):
        text = _run([str(ours), "--benchmark", *application.options])
        found: dict[str, list[float]] = {}
        for which, *numbers in re.findall(application.figures, text):
            found.setdefault(which, []).extend(map(float, numbers))
        theirs: dict[str, list[float]] = {}
        lines = re.findall(_TWIN, _run([str(twins), application.twin]))
        unit = lines[0][2]
        for which, number, _ in lines:
            theirs.setdefault(which if which in found else "", []).append(float(number))
        for which, numbers in found.items():
            pairs.setdefault(which, []).append((pick(numbers), pick(theirs[which])))
    if not pairs:
        raise SystemExit(f"{application.sample} --benchmark prints no figures of the host")
    for which, measured in pairs.items():
        a, b = (statistics.median(side) for side in zip(*measured, strict=True))
        ratios = [y / x if application.less_is_better else x / y for x, y in measured]
        low, high = min(ratios), max(ratios)
        name = " ".join(f"{application.sample} {which} {application.flag}".split())
        factor = f"**{statistics.median(ratios):.2f}** [{low:.2f}, {high:.2f}]"
        print(f"| {name} | {a:.3g} | {b:.3g} | {unit} | {factor} |", flush=True)


def _run(command: list[str]) -> str:
    env = {**os.environ, **_HOST_ALONE}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout
