"""Whole applications in the layouts of 2012 to 2018: Visual Studio's projects and Makefiles for AMD's hcc.

Each is built by its own build file, unchanged, once for all devices, and compares itself with its CPU path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import IN_FULL, Command, devices

APPS = Path(__file__).parent / "apps"
PROJECTS = [*sorted((APPS / "vs2012").glob("*/*.vcxproj")), *sorted((APPS / "hcc").glob("*/Makefile"))]
# What the devices here run; other tests have code for other targets.
KINDS = {"host": "host:x86-64", "opencl": "spirv", "cuda": "ptx"}
Build = Callable[[Path], Path]


def targets() -> dict[str, str]:
    return {"HCPY_TARGETS": ",".join(dict.fromkeys(KINDS[path.split(":")[0]] for path in devices()))}


def built_by_visual_studio(project: Path, folder: Path, hcc: Command) -> Path:
    """The sources that the project lists, in one command."""
    names = "{http://schemas.microsoft.com/developer/msbuild/2003}"
    items = ElementTree.parse(project).getroot().iter(f"{names}ClCompile")
    sources = [item.attrib["Include"] for item in items if "Include" in item.attrib]
    assert set(sources) == {path.name for path in project.parent.glob("*.cpp")}
    program = folder / project.stem
    hcc.ok("-std=c++amp", "-O2", "-w", *sources, "-o", program, cwd=project.parent, env=targets())
    return program


def built_by_make(makefile: Path, folder: Path, environment: dict[str, str]) -> Path:
    """In a copy: objects lie beside the sources. The one executable is the program."""
    copy = folder / makefile.parent.name
    shutil.copytree(makefile.parent, copy)
    done = subprocess.run(
        ["make", "-j2"],
        cwd=copy,
        env={**environment, **targets()},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (program,) = (path for path in copy.iterdir() if path.is_file() and os.access(path, os.X_OK))
    return program


@pytest.fixture(scope="module")
def build(hcc: Command, commands: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a project once for all devices."""
    folder = tmp_path_factory.mktemp("apps")
    made: dict[Path, Path | str] = {}

    def make(project: Path) -> Path:
        if project not in made:
            try:
                if project.name == "Makefile":
                    made[project] = built_by_make(project, folder, commands)
                else:
                    made[project] = built_by_visual_studio(project, folder, hcc)
            except AssertionError as error:
                made[project] = str(error)
        result = made[project]
        if isinstance(result, str):
            pytest.fail(result, pytrace=False)
        return result

    return make


def test_there_are_fourteen() -> None:
    assert len(PROJECTS) == 14


@pytest.mark.parametrize("project", PROJECTS if IN_FULL else PROJECTS[::3], ids=lambda path: path.parent.name)
def test_application(build: Build, project: Path, device: str, on_device: dict[str, str]) -> None:
    program = build(project)
    done = subprocess.run(
        [program], env={**os.environ, **on_device}, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    assert done.stdout.splitlines()[-1].startswith("PASSED: "), done.stdout
    assert "FAILED" not in done.stdout
