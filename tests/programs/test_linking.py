"""Objects, archives and shared objects: programs of several units, linked by hcc and by a plain compiler."""

from __future__ import annotations

import resource
import subprocess
from pathlib import Path

import pytest
from conftest import Command
from separate_support import ON_HOST, run_program

# Both units have a kernel of the same shape and a static variable of the same name.
UNIT = """
#include <hc.hpp>
static int step = NUMBER;
int unit_NUMBER() {
  hc::array_view<int> v(8);
  step += 100;
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = i[0] + step; });
  return v[3];
}
"""
MAIN = """
#include <cstdio>
int unit_1();
int unit_2();
int main() {
  const int one = unit_1(), two = unit_2();
  std::printf("%d %d\\n", one, two);
  return one == 104 && two == 105 ? 0 : 1;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "a folder"
    place.mkdir()
    for number in ("1", "2"):
        (place / f"unit{number}.cpp").write_text(UNIT.replace("NUMBER", number))
    (place / "main.cpp").write_text(MAIN)
    return place


def run(*words: str, cwd: Path, **env: str) -> str:
    return run_program(*words, cwd=cwd, env={**ON_HOST, **env})


def test_sources_in_one_command(hcc: Command, folder: Path) -> None:
    hcc.ok("unit1.cpp", "main.cpp", "unit2.cpp", "-o", "program", cwd=folder)
    run("./program", cwd=folder)


def test_objects_and_an_archive(hcc: Command, folder: Path) -> None:
    hcc.ok("-c", "unit1.cpp", "unit2.cpp", "main.cpp", cwd=folder)
    run("ar", "rcs", "libunits.a", "unit1.o", "unit2.o", cwd=folder)
    hcc.ok("main.o", "-L.", "-lunits", "-o", "program", cwd=folder)
    run("./program", cwd=folder)
    assert hcc.ok("--inspect", "program", cwd=folder).count(": bundle ") == 2


def test_plain_compiler_links_hccs_objects(hcc: Command, hcc_config: Command, folder: Path) -> None:
    hcc.ok("-fPIC", "-c", "unit1.cpp", "unit2.cpp", cwd=folder)
    flags = [word for word in hcc_config.ok("--ldflags").split() if word not in ("-hc", "-std=c++amp")]
    run("g++", "main.cpp", "unit1.o", "unit2.o", *flags, "-o", "program", cwd=folder)
    run("./program", cwd=folder)


def test_shared_objects_share_one_runtime(hcc: Command, folder: Path) -> None:
    for number in ("1", "2"):
        hcc.ok("-fPIC", "-shared", f"unit{number}.cpp", "-o", f"libunit{number}.so", cwd=folder)
    hcc.ok("main.cpp", "-L.", "-lunit1", "-lunit2", "-Wl,-rpath,$ORIGIN", "-o", "program", cwd=folder)
    run("./program", cwd=folder)
    assert ": bundle 0" in hcc.ok("--inspect", "libunit1.so", cwd=folder)


def test_two_steps_with_hcc_configs_flags(hcc: Command, hcc_config: Command, folder: Path) -> None:
    cxxflags, ldflags = hcc_config.ok("--cxxflags").split(), hcc_config.ok("--ldflags").split()
    for name in ("unit1", "unit2", "main"):
        hcc.ok(*cxxflags, "-c", f"{name}.cpp", "-o", f"{name}.o", cwd=folder)
    hcc.ok(*ldflags, "unit1.o", "unit2.o", "main.o", "-o", "program", cwd=folder)
    run("./program", cwd=folder)


def test_amp_source_under_hc(hcc: Command, tmp_path: Path) -> None:
    sample = Path(__file__).resolve().parents[2] / "samples" / "amp_vector_add.cpp"
    hcc.ok("-hc", "-std=c++amp", sample, "-o", "program", cwd=tmp_path)
    assert "PASSED" in run("./program", cwd=tmp_path)


def test_stages_leave_their_files(hcc: Command, folder: Path) -> None:
    hcc.ok("--stop-after=ir", "--targets=host,spirv", "unit1.cpp", cwd=folder)
    made = sorted(path.name for path in folder.glob("unit1.*") if path.suffix != ".cpp")
    assert made == ["unit1.1-ir.host.ll", "unit1.1-ir.spirv.ll"]
    hcc.ok("-save-temps", "-c", "unit2.cpp", cwd=folder)
    stages = {path.name.split(".")[1].split("-")[1] for path in folder.glob("unit2.[0-9]-*")}
    assert stages == {"split", "ir", "lower", "image", "bundle", "host"}
    hcc.ok("-c", "unit1.cpp", cwd=folder, env={"HCPY_DUMP": "lower"})
    assert (folder / "hcpy-dump" / "unit1.2-lower.ptx-sm_80.ll").is_file()


def test_preprocessed_texts_of_both_parts(hcc: Command, folder: Path) -> None:
    (folder / "a.cpp").write_text(
        "#include <hc.hpp>\n#ifdef __KALMAR_ACCELERATOR__\ndevice\n#else\nhost\n#endif\n"
    )
    hcc.ok("-E", "a.cpp", "-o", "a.i", cwd=folder)
    host, mark = (folder / "a.i").read_text().rstrip().rsplit("\n", 1)
    assert host.rstrip().endswith("host")
    assert mark.startswith('# 1 "<hcc device text ')  # what compiler caches compare
    assert (folder / "a.gpu.i").read_text().rstrip().endswith("device")


def test_dependency_file_names_the_users_files(hcc: Command, folder: Path) -> None:
    hcc.ok("-MD", "-c", "unit1.cpp", "-o", "u.o", cwd=folder)
    text = (folder / "u.d").read_text()
    assert text.startswith("u.o:")
    assert "unit1.cpp" in text and "hcc-" not in text


def test_version_is_quick(hcc: Command) -> None:
    def seconds() -> float:
        """Of the processor: a busy machine takes longer."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        hcc.ok("--version")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    # The whole process; the interpreter's own start is the larger part.
    assert min(seconds() for _ in range(7)) < 0.25


def test_the_same_source_in_two_folders(hcc: Command, tmp_path: Path) -> None:
    """The objects are the same, byte for byte, and link with each other."""
    source = """#include <hc.hpp>
static int run() {
  hc::array_view<int> view(4);
  hc::parallel_for_each(view.get_extent(), [=](hc::index<1> i) [[hc]] { view[i] = i[0]; });
  return view[3];
}
static const int made = run();
"""
    objects = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "unit.cpp").write_text(source)
        hcc.ok("--targets=host", "-c", "unit.cpp", cwd=folder, env={"HCPY_NO_CACHE": "1"})
        objects.append(folder / "unit.o")
    assert objects[0].read_bytes() == objects[1].read_bytes()
    (tmp_path / "main.cpp").write_text("int main() { return 0; }\n")
    hcc.ok(*objects, "main.cpp", "-o", "program", cwd=tmp_path)
    environment = {"HCPY_DEFAULT_ACCELERATOR": "host"}
    assert subprocess.run([tmp_path / "program"], env=environment, check=False).returncode == 0
