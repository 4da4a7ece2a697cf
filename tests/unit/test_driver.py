"""The driver without tools: command lines, plans, diagnostics and crash reports."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hcpy.core import diagnostics
from hcpy.core.dataclass import replace
from hcpy.core.errors import InternalError, ToolFailed, ToolMissing, UsageError
from hcpy.core.merge_diagnostics import merge
from hcpy.core.model import Diagnostic, Dialect, Location, Note, Target, Toolchain
from hcpy.driver import cli, link, openmp
from hcpy.driver.dialects import dialect_name
from hcpy.driver.options import parse
from hcpy.driver.plan import ClangJob, CompileJob, HostTextJob, LinkJob, parse_targets, plan
from hcpy.driver.units import macros, make_unit

HC = "#include <hc.hpp>\nint main() { }\n"
AMP = "#include <amp.h>\nint main() { }\n"
TOOLS = Toolchain(Path("/t/clang-22"), Path("l"), Path("r"), Path("/p"), None, Path("/t/ld.lld"))


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "a.cpp": HC,
        "b.cpp": AMP,
        "c.cpp": "int f();\n",
        "d.c": "int g;\n",
        "e.o": "",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HCPY_TARGETS", raising=False)
    return tmp_path


# --- options -----------------------------------------------------------------------------------------


# --- plans -------------------------------------------------------------------------------------------
def test_each_source_decides_its_dialect(sources: Path) -> None:
    jobs = plan(parse(["a.cpp", "b.cpp", "c.cpp", "d.c", "e.o", "-o", "x"])).jobs
    assert [type(job) for job in jobs] == [CompileJob, CompileJob, ClangJob, ClangJob, LinkJob]
    assert isinstance(jobs[0], CompileJob) and jobs[0].dialect is Dialect.HC
    assert isinstance(jobs[1], CompileJob) and jobs[1].dialect is Dialect.AMP


def test_flags_win_over_the_source(sources: Path) -> None:
    jobs = plan(parse(["-hc", "-c", "b.cpp", "c.cpp", "d.c"])).jobs
    assert [getattr(job, "dialect", None) for job in jobs] == [Dialect.HC, Dialect.HC, None]
    assert [job.output for job in jobs if not isinstance(job, HostTextJob)] == [
        Path("b.o"),
        Path("c.o"),
        Path("d.o"),
    ]


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("void f() [[hc]];", "hc"),
        ("void f() [[cpu, hc]];", "hc"),
        ("void f() __attribute__((hc));", "hc"),
        ('  # include "hc_am.hpp"', "hc"),
        ("void f() restrict(amp, cpu);", "amp"),
        ("#include <amp_math.h>\n", "amp"),
        ("#include <hcl.hpp>\nchar* restrict_(p);", ""),
        ("int dispatch(int* __restrict p); // example", ""),
    ],
)
def test_marks_of_the_dialects(text: str, dialect: str) -> None:
    assert dialect_name(text.encode()) == dialect
    assert dialect_name(b"int first;\r" + text.replace("\n", "\r").encode()) == dialect
    assert dialect_name(text.encode("utf-16")) == dialect


def test_targets() -> None:
    assert parse_targets("host:x86-64,ptx,host:x86-64") == (Target("host", "x86-64"), Target("ptx", "sm_80"))
    assert {str(t) for t in parse_targets("host")} == {f"host:x86-64{level}" for level in ("", "-v3", "-v4")}
    with pytest.raises(UsageError, match="unknown target 'metal'; targets are host, spirv, ptx, vulkan"):
        parse_targets("host,metal")
    with pytest.raises(UsageError, match="unknown architecture 'sm_1' of target 'ptx'; try ptx:sm_80"):
        parse_targets("ptx:sm_1")


def test_targets_come_from_the_flag_then_the_environment(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kinds(*words: str) -> set[str]:
        [job] = plan(parse([*words, "-c", "a.cpp"])).jobs
        assert isinstance(job, CompileJob)
        return {target.kind for target in job.targets}

    assert kinds() == {"host", "spirv", "ptx"}
    monkeypatch.setenv("HCPY_TARGETS", "spirv")
    assert kinds() == {"spirv"}
    assert kinds("--targets=null") == {"null"}


def test_one_output_for_several_sources(sources: Path) -> None:
    with pytest.raises(UsageError, match="cannot specify -o when generating multiple output files"):
        plan(parse(["-c", "a.cpp", "b.cpp", "-o", "x.o"]))


def test_unreadable_sources(sources: Path) -> None:
    with pytest.raises(UsageError, match=r"no such file or directory: 'none\.cpp'"):
        plan(parse(["none.cpp"]))
    with pytest.raises(UsageError, match=r"no such file or directory: 'none\.o'"):
        plan(parse(["none.o"]))
    (sources / "folder.cpp").mkdir()
    with pytest.raises(Exception, match=r"cannot read 'folder\.cpp': Is a directory"):
        plan(parse(["folder.cpp"]))


def test_planning_starts_no_process_and_loads_no_llvm(sources: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "subprocess.Popen = None\n"
        "from hcpy.driver.options import parse\n"
        "from hcpy.driver.plan import plan\n"
        "plan(parse(['a.cpp', 'b.cpp']))\n"
        "assert not any(name.startswith(('llvmlite', 'clang')) for name in sys.modules)\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.append({root!r})\n{code}"], cwd=sources, check=True
    )


def test_dry_run_needs_no_tools(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HCPY_CLANG", "/no/clang")
    assert cli.main(["-###", "a.cpp", "-o", "x", "-DYES"]) == 0
    shown = capsys.readouterr().err
    lines = shown.splitlines()
    assert any("-fsycl-is-device" in line and "-DYES" in line for line in lines)
    assert any("-fsycl-is-host" in line for line in lines)
    assert lines[-1].lstrip().startswith("clang-22") and "-o x" in lines[-1]
    assert not (sources / "x").exists()


@pytest.mark.parametrize("flags", [("-E",), ("-fsyntax-only",), ("-S",), ("-S", "-emit-llvm"), ("-M",)])
def test_dry_run_of_a_text(sources: Path, capsys: pytest.CaptureFixture[str], flags: tuple[str, ...]) -> None:
    assert cli.main(["-###", *flags, "a.cpp"]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    words = set(shlex.split(line))
    assert set(flags) <= words
    assert not {"-E", "-c", "-S"} & words - set(flags)


def test_dependency_file_is_named_after_the_users_output(sources: Path) -> None:
    invocation = parse(["-c", "-MD", "a.cpp", "-o", "out/a.o"])
    [job] = plan(invocation).jobs
    assert isinstance(job, CompileJob)
    assert make_unit(invocation, job, sources).clang_args[-4:] == ("-MF", "out/a.d", "-MQ", "out/a.o")


def test_dependencies_as_the_preprocessor_spells_them() -> None:
    found = parse(["-c", "a.cpp", "-Wp,-MMD,x.d,-MT,foo,-MP,-DA,-DB"])
    assert (found.dependency_file, found.named_dependency, found.dependencies) == ("x.d", True, True)
    assert found.clang_args == ("-MMD", "-MTfoo", "-MP", "-Wp,-DA,-DB")


def test_macros() -> None:
    hc, amp = macros(Dialect.HC), macros(Dialect.AMP)
    assert {"-D__HCC__=1", "-D__hcc_backend__=1", "-D__KALMAR_CC__=1"} <= set(hc) & set(amp)
    assert {"-D__KALMAR_HC__=1", "-D__HCC_HC__=1"} == set(hc) - set(amp)
    assert {"-D__KALMAR_AMP__=1", "-D__HCC_AMP__=1"} == set(amp) - set(hc)


# --- link --------------------------------------------------------------------------------------------
@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "libhcrt.a").touch()
    return tmp_path


def test_programs_get_the_static_runtime(prefix: Path) -> None:
    assert link.runtime_arguments(parse(["a.o"]), ["a.o"], prefix)[0] == str(prefix / "lib" / "libhcrt.a")


def test_shared_objects_share_the_runtime(prefix: Path) -> None:
    for words in (["-shared", "a.o"], ["--hcrt=shared", "a.o"]):
        assert "-lhcrt" in link.runtime_arguments(parse(words), words, prefix)
    assert "-lhcrt" not in link.runtime_arguments(parse(["--hcrt=static", "-shared", "a.o"]), ["a.o"], prefix)


def test_runtime_is_not_linked_twice(prefix: Path) -> None:
    arguments = link.runtime_arguments(parse(["a.o"]), ["-lhcrt", "a.o"], prefix)
    assert not any(word.endswith("libhcrt.a") for word in arguments)


def test_link_command_respects_the_users_choices() -> None:
    command = link.link_command(TOOLS, parse(["a.o"]), ["a.o"], Path("x"), ())
    assert "--ld-path=/t/ld.lld" in command and "-stdlib=libstdc++" in command
    command = link.link_command(
        TOOLS, parse(["a.o"]), ["-fuse-ld=mold", "-stdlib=libc++", "a.o"], Path("x"), ()
    )
    assert "--ld-path=/t/ld.lld" not in command and "-stdlib=libstdc++" not in command
    assert "-Wl,-lstdc++" in command  # of libhcrt
    command = link.link_command(TOOLS, parse(["a.o"]), ["-stdlib=libstdc++", "a.o"], Path("x"), ())
    assert "--unwindlib=libgcc" in command and "-rtlib=libgcc" in command


def test_openmps_library_is_found_or_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openmp, "_SYSTEMS", ())
    monkeypatch.setattr(openmp, "_usual", lambda tools: iter([tmp_path]))
    for line in (["a.o"], ["-fopenmp", "-fno-openmp"], ["-fopenmp", "-fopenmp=libgomp"], ["-r", "-fopenmp"]):
        assert openmp.openmp_arguments(TOOLS, line) == ()
    with pytest.raises(ToolMissing, match="libomp-dev"):
        openmp.openmp_arguments(TOOLS, ["-fopenmp", "-L", str(tmp_path)])
    (tmp_path / "libomp.so").touch()
    found = (f"-L{tmp_path}", f"-Wl,-rpath,{tmp_path}")
    assert openmp.openmp_arguments(TOOLS, ["a.o", "-fopenmp"]) == found
    assert openmp.openmp_arguments(TOOLS, ["-fopenmp", "-L", str(tmp_path)]) == ()  # the user's own


# --- what the user reads -----------------------------------------------------------------------------
def test_diagnostics_look_like_clangs(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("int a;\n\tthrow 1;\n")
    place, start = Location(str(source), 2, 2), Location(str(source), 1)
    text = diagnostics.render(Diagnostic("error", place, "no throw here", (Note(start, "called from here"),)))
    assert text == (
        f"{source}:2:2: error: no throw here\n"
        "    2 |         throw 1;\n"
        "      |         ^\n"
        f"{source}:1: note: called from here\n"
        "    1 | int a;\n"
    )
    assert "\033[0;1;31merror: " in diagnostics.render(Diagnostic("error", place, "x"), colour=True)


def test_summary() -> None:
    error, warning = Diagnostic("error", None, "e"), Diagnostic("warning", None, "w")
    assert diagnostics.summary([error, warning, error]) == "1 warning and 2 errors generated.\n"
    assert diagnostics.summary([]) == ""


def test_same_fault_on_two_targets_is_one_diagnostic() -> None:
    place = Location("a.cpp", 1, 1)
    found = [
        Diagnostic("error", place, "x", target="ptx:sm_80"),
        Diagnostic("error", place, "y", target="ptx:sm_80"),
        Diagnostic("error", place, "x", target="spirv"),
    ]
    assert [d.message for d in merge(found, ["ptx:sm_80", "spirv"])] == ["x", "y (on the target 'ptx')"]
    assert [d.message for d in merge(found, ["ptx:sm_80", "ptx:sm_90", "spirv"])] == [
        "x (on the targets 'ptx:sm_80' and 'spirv')",
        "y (on the target 'ptx:sm_80')",
    ]


def test_what_a_target_cannot_do_names_all_such_targets() -> None:
    place = Location("a.cpp", 1, 1)
    found = [
        Diagnostic("error", place, f"no throw on the target '{target.partition(':')[0]}'", target=target)
        for target in ("ptx:sm_80", "ptx:sm_90", "spirv")
    ]
    assert [d.message for d in merge(found, ["host:x86-64", "ptx:sm_80", "ptx:sm_90", "spirv"])] == [
        "no throw on the targets 'ptx' and 'spirv'"
    ]


def test_one_mistake_may_have_another_place_on_another_target() -> None:
    """After inlining; a target that says the same twice means two mistakes."""
    places = [Location("a.cpp", line, 1) for line in (1, 2)]
    once = [Diagnostic("error", p, "x", target=t) for p, t in zip(places, ("ptx", "spirv"), strict=True)]
    assert len(merge(once, ["ptx", "spirv"])) == 1
    twice = [Diagnostic("error", p, "x", target=t) for p in places for t in ("ptx", "spirv")]
    assert [d.location for d in merge(twice, ["ptx", "spirv"])] == places


def test_a_call_has_the_name_that_the_text_has() -> None:
    """The host's optimiser makes another call of one."""
    place, text = Location("a.cpp", 1, 3), "call to '{}' which has no device code"
    found = [
        Diagnostic("error", place, text.format("fputc"), target="host:x86-64"),
        Diagnostic("error", place, text.format("fprintf"), target="spirv"),
    ]
    assert [d.message for d in merge(found, ["host:x86-64", "spirv"])] == [text.format("fprintf")]
    other = replace(found[1], location=Location("a.cpp", 1, 9))
    assert len(merge([found[0], other], ["host:x86-64", "spirv"])) == 2


def test_device_messages_that_the_host_part_showed_are_left_out() -> None:
    host = "a.cpp:1:1: warning: one\n    1 | x\n      | ^\na.cpp:2:1: note: why\n1 warning generated.\n"
    device = (
        "In file included from a.cpp:1:\nb.h:3:1: error: two\n" + host + "1 warning and 1 error generated.\n"
    )
    assert diagnostics.without(device, [host]) == "In file included from a.cpp:1:\nb.h:3:1: error: two\n"


@pytest.mark.parametrize(
    "error", [RuntimeError("broken\nin two lines"), InternalError("RuntimeError: broken", "in two lines")]
)
def test_unforeseen_exception_becomes_a_crash_report(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(cli, "_run", fail)
    assert cli.main(["x.cpp"]) == 70
    shown = capsys.readouterr().err
    assert shown.startswith("hcc: internal error: RuntimeError: broken (") and "Traceback" not in shown
    report = Path(shown.rpartition("details are in ")[2].strip().rstrip(")"))
    assert "in two lines" in report.read_text()
    report.unlink()


def test_crashed_tool_shows_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise ToolFailed(["clang", "a b"], "", -11)

    monkeypatch.setattr(cli, "_run", fail)
    assert cli.main(["x.cpp"]) == 1
    assert capsys.readouterr().err == "hcc: error: clang was ended by signal 11; repeat with: clang 'a b'\n"


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert (
        shown.startswith("HCC clang version 22.1.8 (based on HCC 3.2.26470-")
        and "HCPY_DEFAULT_ACCELERATOR" in shown
    )


def test_what_the_cache_has_needs_no_pipeline() -> None:
    """An unchanged source costs little more than the start of Python."""
    code = "import sys, hcpy.driver.compile_job; sys.exit('hcpy.pipeline' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
