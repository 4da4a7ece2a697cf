"""The Python samples, the notebook and the optional parts: plots and Dask."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbclient
import nbformat
import pytest
from python_support import HERE, environment, on_host, python  # noqa: F401

SAMPLES = HERE.parents[1] / "samples"


@pytest.mark.parametrize(
    "words",
    [
        ("mandelbrot.py", "set.png", "300"),
        ("heat.py", "frames", "64"),
        ("options.py", "200000"),
        ("many_machines.py",),
        ("fluid.py",),
        ("digits.py",),
        ("jacobi.py", "2", "3", "--fail"),
        ("jacobi_ray.py", "2", "3", "--fail"),
        ("nbody_ring.py",),
    ],
    ids=lambda words: words[0],
)
def test_sample(words: tuple[str, ...], tmp_path: Path) -> None:
    if words[0] == "jacobi_ray.py" and find_spec("ray") is None:
        pytest.skip("Ray is not installed: pip install 'hcpy[ray]'")
    done = subprocess.run(
        [sys.executable, SAMPLES / "python" / words[0], *words[1:]],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0 and "PASSED" in done.stdout, done.stdout + done.stderr
    for picture in tmp_path.rglob("*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")
    assert len(list(tmp_path.rglob("*.png"))) == {"mandelbrot.py": 1, "heat.py": 10}.get(words[0], 0)


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("fluid.py", ("--width", "4"), "error: argument --width: a number from 8 to 16384, not '4'"),
        ("digits.py", ("--digits", "x"), "error: argument --digits: a number from 1 to 1000000, not 'x'"),
    ],
)
def test_bad_input_is_one_line(name: str, words: tuple[str, ...], said: str) -> None:
    command = [sys.executable, SAMPLES / "python" / name, *words]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"{said}\n")


def executed_notebook() -> str:
    """What the cells print."""
    notebook = nbformat.read(SAMPLES / "python" / "kernels.ipynb", as_version=4)
    env = environment()
    env.pop("PYTEST_CURRENT_TEST", None)  # ipykernel leaves the C library's output alone where it sees this
    client = nbclient.NotebookClient(notebook, timeout=120, allow_errors=False, kernel_name="python3")
    client.execute(env=env, cwd=str(SAMPLES / "python"))
    texts = ["".join(o.get("text", "") for o in cell.get("outputs", ())) for cell in notebook.cells]
    return "\n".join(texts)


def test_notebook() -> None:
    # A thread of ipykernel reads what the C library prints; nbclient drops what comes after a cell's end.
    everything = next((text for _ in range(3) if "says hello" in (text := executed_notebook())), "")
    assert "the sum is 4950" in everything
    assert "<cell " in everything and "error: use of undeclared identifier 'wrong'" in everything
    assert "work-item 3 says hello" in everything
    assert "saxpy" in everything and "mean us" in everything


def test_plot_of_a_profile() -> None:
    done = python(
        "import matplotlib; matplotlib.use('Agg')\n"
        "import hcpy, numpy as np\n"
        "m = hcpy.compile('void one(hc::index<1> i, int* p) [[hc]] { p[i[0]] = 1; }')\n"
        "with hcpy.profile() as p:\n"
        "    for _ in range(3): hcpy.parallel_for_each(hcpy.extent(9), m.one, np.zeros(9, np.int32))\n"
        "axes = p.plot()\n"
        "print(len(axes.collections), [t.get_text() for t in axes.get_yticklabels()])\n"
    )
    assert done.stdout == "1 ['host']\n", done.stderr
    done = python(
        "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.pyplot'] = None\n"
        "import hcpy\nhcpy.profile().plot()"
    )
    assert (
        "BackendMissing: profile.plot() needs the package matplotlib; install it with: pip install"
        in done.stderr
    )
