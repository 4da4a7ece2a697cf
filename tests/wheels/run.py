"""Builds the wheel and tries it in a fresh virtual environment: `python tests/wheels/run.py [WHEEL]`.

Takes: a wheel; without one, packaging/build.py makes one, with the sdist that it comes from.
Gives: one line for each check, exit status 1 where one fails. PATH has neither cmake nor g++. Installing
downloads 320 MB; all takes about five minutes on two cores.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
IN_WHEEL = (
    *("hcpy/_prefix/lib/libhcrt.so", "hcpy/_prefix/lib/libhcrt.a", "hcpy/_prefix/bin/hcrt-info"),
    *(
        "hcpy/_prefix/include/hc.hpp",
        "hcpy/_prefix/include/amp.h",
        "share/man/man1/hcc.1",
        "entry_points.txt",
    ),
)
KERNEL = """
import hcpy, numpy as np, shutil
assert not any(map(shutil.which, ("g++", "c++", "cmake", "ninja"))), "a tool is on PATH"
assert "site-packages" in hcpy.__file__, hcpy.__file__
module = hcpy.compile("void twice(hc::index<1> i, int* v) [[hc]] { v[i[0]] *= 2; }")
view = hcpy.array_view(np.arange(5, dtype=np.int32))
hcpy.parallel_for_each(view.extent, module.twice, view).wait()
print(view.numpy())
"""


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="hcpy-wheel-") as name:
        work = Path(name)
        wheel = Path(arguments[0]).resolve() if arguments else _built(work / "dist")
        checks = [lambda: has_files(wheel), lambda: has_tag(wheel)]
        python = _installed(work / "venv", wheel)
        checks += [
            lambda: same(_run(python, "-c", KERNEL, cwd=work), "[0 2 4 6 8]\n"),
            lambda: compiles(python, work),
            lambda: says_what_is_missing(python, work),
        ]
        return 1 if sum(not passed(check) for check in checks) else 0


def passed(check: Callable[[], str]) -> bool:
    try:
        print(f"ok      {check()}", flush=True)
    except (AssertionError, subprocess.CalledProcessError) as error:
        shown = getattr(error, "stderr", "") or ""
        print(f"FAILED  {error}\n{shown}", flush=True)
        return False
    return True


def _built(folder: Path) -> Path:
    subprocess.run([sys.executable, REPOSITORY / "packaging" / "build.py", folder], check=True)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert any(name.endswith("/CMakeLists.txt") for name in names), "the sdist has no CMakeLists.txt"
    (wheel,) = folder.glob("*.whl")
    return wheel


def _installed(folder: Path, wheel: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True)
    return python


def _run(python: Path, *words: str | Path, cwd: Path) -> str:
    """With nothing on PATH but the environment's own commands and links to the shell."""
    tools = cwd / "tools"
    if not tools.is_dir():
        tools.mkdir()
        (tools / "sh").symlink_to("/bin/sh")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "HCPY_"))}
    environment |= {"PATH": f"{python.parent}:{tools}", "HCPY_DEFAULT_ACCELERATOR": "host"}
    environment["HCPY_CACHE_DIR"] = str(cwd / "cache")
    done = subprocess.run(
        [python, *words], cwd=cwd, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def same(shown: str, wanted: str) -> str:
    assert shown == wanted, f"{shown!r} is not {wanted!r}"
    return "hcpy.compile and a launch, neither g++ nor cmake on PATH"


def has_files(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    missing = [file for file in IN_WHEEL if not any(name.endswith(file) for name in names)]
    assert not missing, f"the wheel lacks {missing}"
    return f"{wheel.name}, {wheel.stat().st_size >> 10} KiB, has libhcrt, headers and the man page"


def has_tag(wheel: Path) -> str:
    assert "-manylinux_2_" in wheel.name, wheel.name
    return f"the tag names the glibc that it needs: {wheel.stem.rpartition('-')[2]}"


def compiles(python: Path, work: Path) -> str:
    sample = REPOSITORY / "samples" / "saxpy.cpp"
    _run(python, python.with_name("hcc"), "-O2", sample, "-o", "saxpy", cwd=work)
    done = subprocess.run([work / "saxpy"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("PASSED"), done.stdout
    return "hcc with the system's C++ library, neither g++ nor cmake on PATH"


def says_what_is_missing(python: Path, work: Path) -> str:
    """In a mount namespace where /usr/include has no c++; needs root."""
    sample = REPOSITORY / "samples" / "saxpy.cpp"
    (work / "kept").mkdir()
    (work / "include").mkdir()
    script = (
        f"mount --bind /usr/include {work}/kept && mount -t tmpfs none /usr/lib/gcc && "
        f"for f in {work}/kept/*; do [ $f = {work}/kept/c++ ] || ln -s $f {work}/include/; done; "
        f"mount --bind {work}/include /usr/include && "
        f"HCPY_CACHE_DIR={work}/other {python.with_name('hcc')} --targets=host {sample} -o {work}/no 2>&1"
    )
    words = ["unshare", "-m", "sh", "-c", script]
    if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
        return "not run: the message where the C++ library is missing (needs root)"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    last = done.stdout.splitlines()[-1]
    assert last.startswith("hcc: error: the system's C++ library") and "apt install g++" in last, last
    return last


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
