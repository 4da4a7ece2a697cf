"""Whole programs through hcc: samples, applications and one program for each header class, on every device.

A program passes where it ends with 0 and never says FAILED; a sample says PASSED. A first line
`// flags: ...` adds to hcc's.
"""

from __future__ import annotations

import math
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import IN_CI, Command, devices
from PIL import Image
from source_flags import flags_of

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
PROGRAMS = [
    *sorted(SAMPLES.glob("*.cpp")),
    *sorted(SAMPLES.glob("applications/*.cpp")),
    *sorted((HERE / "apps").glob("*.cpp")),
    *sorted((HERE / "headers").glob("*.cpp")),
]
Build = Callable[[Path], Path]


@pytest.fixture(scope="module")
def build(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles a program once for all devices."""
    folder = tmp_path_factory.mktemp("programs")
    made: dict[Path, Path | str] = {}

    def make(source: Path) -> Path:
        if source not in made:
            program = folder / f"{source.parent.name}-{source.stem}"
            done = hcc("-O2", *flags_of(source), source, "-o", program)
            made[source] = program if done.returncode == 0 else f"hcc {source}\n{done.stderr}"
        result = made[source]
        if isinstance(result, str):
            pytest.fail(result, pytrace=False)
        return result

    return make


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_program(build: Build, source: Path, on_device: dict[str, str]) -> None:
    done = subprocess.run(
        [build(source)],
        env={**os.environ, **on_device},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert "FAILED" not in done.stdout
    if SAMPLES in source.parents:
        assert "PASSED" in done.stdout


BAD_INPUT = {
    "gravity": ("--bodies 1000", "--bodies is a multiple of 512, not 1000"),
    "cornell": ("--bounces 3", "--bounces is 1, 2, 4 or 8, not 3"),
    "amp_blur": ("--taps 8", "--taps is an odd number, not 8"),
    "convolution": ("--outputs 12", "--outputs is a multiple of 8, not 12"),
    "warp": ("--width x", "--width is a whole number from 16 to 8192, not 'x'"),
}
NOT_READ = (
    ("none.ppm", None, "cannot be read"),
    ("a.ppm", b"P5 2 2 255 ", "is no picture in the format PPM"),
    ("b.ppm", b"P6 2 2 255 12", "ends before its last pixel"),
)


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_of_an_application_is_one_line(build: Build, tmp_path: Path, name: str) -> None:
    program = build(SAMPLES / "applications" / f"{name}.cpp")

    def refusal(*words: str) -> str:
        done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1
        return done.stderr

    words, said = BAD_INPUT[name]
    assert refusal(*words.split()) == f"error: {said}\n"
    assert refusal("--foo") == "error: unknown option '--foo'; --help lists them\n"
    assert refusal(words.split()[0]) == f"error: {words.split()[0]} needs a value\n"
    for file, content, why in NOT_READ if name == "amp_blur" else ():
        if content is not None:
            (tmp_path / file).write_bytes(content)
        assert why in refusal("--image", file)


def test_pictures_of_an_application_are_png(build: Build, tmp_path: Path) -> None:
    program = build(SAMPLES / "applications" / "warp.cpp")
    words = ("--width", "160", "--height", "96", "--frames", "3", "--picture", "p.png")
    done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with Image.open(tmp_path / "p.png") as picture:
        assert (picture.size, picture.n_frames) == ((160, 96), 8)
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()  # checks the sums


def convolved(values: np.ndarray, weights: list[float], axis: int) -> np.ndarray:
    """SciPy's convolution with the edge's values beyond it; where SciPy is missing, NumPy's sums."""
    try:
        from scipy import ndimage
    except ImportError:
        around = len(weights) // 2
        padded = np.pad(values, [(around, around) if d == axis else (0, 0) for d in range(3)], "edge")
        parts = np.lib.stride_tricks.sliding_window_view(padded, len(weights), axis)
        return parts @ np.array(weights)
    return np.asarray(ndimage.convolve1d(values, weights, axis, mode="nearest"))


def test_the_blur_is_scipys(build: Build, tmp_path: Path) -> None:
    program, taps = build(SAMPLES / "applications" / "amp_blur.cpp"), 13
    pixels = np.random.default_rng(1).integers(0, 256, (37, 50, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "p.ppm")
    words = ("--image", "p.ppm", "--taps", str(taps), "--picture", "p.png")
    done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    weights = [math.comb(taps - 1, k) / 2 ** (taps - 1) for k in range(taps)]
    wanted = pixels.astype(float)
    for axis in (0, 1):
        wanted = convolved(wanted, weights, axis)
    with Image.open(tmp_path / "p.png") as picture:
        got = np.asarray(picture).astype(float)
    assert np.abs(got - wanted).max() < 0.51


def test_ci_has_an_opencl_device() -> None:
    """Without one no SPIR-V would be executed; the tests above run on each device that is listed."""
    found = [path for path in devices() if path.startswith("opencl")]
    if not IN_CI and not found:
        pytest.skip("no OpenCL device; install one with: pip install intel-opencl-rt intel-cmplr-lib-rt")
    assert found, "CI must execute SPIR-V, but hcc-info lists no usable OpenCL device"


def test_spirv_is_what_an_opencl_device_runs(build: Build) -> None:
    """The program's kernel comes from the SPIR-V image: without that image the device cannot run it."""
    found = [path for path in devices() if path.startswith("opencl")]
    if not found:
        pytest.skip("no OpenCL device")
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": found[0], "HCPY_VERBOSE": "1"}
    done = subprocess.run(
        [build(SAMPLES / "saxpy.cpp")], env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "spirv" in done.stderr.lower(), done.stderr
