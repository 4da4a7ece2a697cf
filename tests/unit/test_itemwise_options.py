"""Which command lines make host kernels run as they are written, and what those need."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.core.errors import ToolMissing, UsageError
from hcpy.core.flags import itemwise_flags
from hcpy.core.model import Target, Toolchain, TranslationUnit
from hcpy.driver.link import check_sanitizers
from hcpy.driver.options import parse
from hcpy.driver.plan import CompileJob, plan
from hcpy.driver.units import make_unit


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.cpp").write_text("#include <hc.hpp>\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HCPY_TARGETS", raising=False)


def unit(*words: str) -> TranslationUnit:
    planned = plan(parse([*words, "-c", "a.cpp"]))
    (job,) = planned.jobs
    assert isinstance(job, CompileJob)
    return make_unit(planned.invocation, job, Path())


@pytest.mark.parametrize(
    "words",
    [
        ["-g", "--targets=host"],
        ["-g", "-O0", "--targets=host:x86-64-v3"],
        ["-O2", "-fsanitize=address,undefined", "--targets=host"],
        ["-O2", "-hc-check"],
    ],
)
def test_itemwise(words: list[str]) -> None:
    made = unit(*words)
    assert made.itemwise
    assert made.checks == ("-hc-check" in words)
    assert len(made.targets) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--targets=host"],
        ["-g"],
        ["-g", "-O2", "--targets=host"],
        ["-g0", "--targets=host"],
        ["-g", "--targets=host,ptx"],
        ["-fsanitize=address"],
        ["-fsanitize=address", "-fno-sanitize=address", "--targets=host"],
        ["-fsanitize=thread", "-fno-sanitize=all", "--targets=host"],
        ["-fsanitize=leak", "--targets=host"],
    ],
)
def test_not_itemwise(words: list[str]) -> None:
    assert not unit(*words).itemwise


def test_a_named_architecture_is_kept() -> None:
    assert unit("-g", "--targets=host:x86-64-v3").targets == (Target("host", "x86-64-v3"),)
    assert unit("-g", "--targets=host").targets == (Target("host", "x86-64"),)


def test_checks_need_the_host_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="-hc-check works on the host back end only"):
        unit("-hc-check", "--targets=spirv")
    monkeypatch.setenv("HCPY_TARGETS", "host,ptx")
    with pytest.raises(UsageError, match="-hc-check works on the host back end only"):
        unit("-hc-check")


def test_flags_that_kernels_keep() -> None:
    words = ["-g3", "-O1", "-MF", "-g", "-DX", "-fsanitize=thread", "-gsplit-dwarf", "-Wall"]
    words += ["-gen-cdb-fragment-path", "-g1", "-I", "-g2"]
    assert list(itemwise_flags(words)) == ["-g3", "-O1", "-fsanitize=thread"]


def test_missing_sanitizer_library_is_named(tmp_path: Path) -> None:
    tools = Toolchain(Path("clang-22"), Path("l"), tmp_path, Path("p"), None)
    with pytest.raises(ToolMissing, match=r"^-fsanitize=thread needs libclang_rt\.tsan\.a in .*; install"):
        check_sanitizers(tools, frozenset({"thread"}))
    (tmp_path / "lib" / "linux").mkdir(parents=True)
    (tmp_path / "lib" / "linux" / "libclang_rt.tsan-x86_64.a").touch()
    check_sanitizers(tools, frozenset({"thread", "leak"}))
