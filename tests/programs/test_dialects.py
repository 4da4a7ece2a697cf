"""What hcc says, and how it ends, where a source is generated, piped, verified or crashes clang."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import Command

HOST = "--targets=host"
DIALECTS = {
    "hc": ("-hc", "hc.hpp", "hc", "[[hc]]", "[[cpu]]", "get_extent()", "'throw' is not allowed in a kernel"),
    "amp": (
        "-std=c++amp",
        "amp.h",
        "concurrency",
        "restrict(amp)",
        "restrict(cpu)",
        "extent",
        "'throw' is not allowed in amp-restricted code",
    ),
}
THROWS = """#include <{header}>
{line}int f(int x) {device} {{ throw x; }}
int main() {{
  {space}::array_view<int> v(4);
  {space}::parallel_for_each(v.{extent}, [=]({space}::index<1> i) {device} {{ v[i] = f(1); }});
}}
"""


def source(dialect: str, line: str = "") -> str:
    _, header, space, device, _, extent, _ = DIALECTS[dialect]
    return THROWS.format(header=header, space=space, device=device, extent=extent, line=line)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("line", "place"),
    [("", "main.cpp:2"), ('#line 40 "made.y"\n', "made.y:40"), ("#line 7\n", "main.cpp:7")],
    ids=["none", "named", "number"],
)
def test_rules_hold_in_generated_sources(
    hcc: Command, dialect: str, line: str, place: str, tmp_path: Path
) -> None:
    (tmp_path / "main.cpp").write_text(source(dialect, line))
    done = hcc(DIALECTS[dialect][0], HOST, "-c", "main.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert f"{place}:" in done.stderr and DIALECTS[dialect][6] in done.stderr


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("action", ["-c", "-fsyntax-only"])
def test_a_crash_of_clang_is_one_located_message(
    hcc: Command, dialect: str, action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flag, header, *_ = DIALECTS[dialect]
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    (tmp_path / "main.cpp").write_text(f"#include <{header}>\n#pragma clang __debug crash\nint main() {{}}\n")
    done = hcc(flag, HOST, action, "main.cpp", cwd=tmp_path)
    assert done.returncode == 1
    assert "main.cpp:2:2: error: clang crashed here" in done.stderr
    assert len(done.stderr.splitlines()) == 2, done.stderr
    assert not list(temporary.iterdir()) and not list(tmp_path.glob("*.o"))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_expected_errors_are_verified(hcc: Command, dialect: str, tmp_path: Path) -> None:
    flag, header, *_ = DIALECTS[dialect]
    text = f"#include <{header}>\nint f() {{ return x; }} // expected-error {{{{undeclared identifier}}}}\n"
    (tmp_path / "right.cpp").write_text(text)
    (tmp_path / "wrong.cpp").write_text(text.replace("undeclared", "unknown"))
    for name, code in (("right", 0), ("wrong", 1)):
        done = hcc(flag, HOST, "-Xclang", "-verify", "-c", f"{name}.cpp", cwd=tmp_path)
        assert done.returncode == code, done.stderr
        assert "internal error" not in done.stderr


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_source_may_be_a_pipe(hcc: Command, dialect: str, tmp_path: Path) -> None:
    flag, header, *_ = DIALECTS[dialect]
    pipe = tmp_path / "main.cpp"
    os.mkfifo(pipe)
    text = f"#include <{header}>\nint main() {{ return 3; }}\n"
    writer = threading.Thread(target=lambda: pipe.write_text(text), daemon=True)
    writer.start()
    hcc.ok(flag, HOST, "main.cpp", "-o", "program", cwd=tmp_path)
    writer.join()
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 3


SUM = """#include <hc.hpp>
void work(hc::array_view<float> v, float a, float b) {
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = v[i] * a + b; });
}
"""
FUSES = re.compile(r" = f(?:mul|add) (?:\w+ )*?(?:contract|fast) |fmuladd")
# Does the code of each target fuse a * b + c?
FUSED = {
    "": {"host": False, "spirv": True, "ptx": True},
    "-fms-compat": {"host": False, "spirv": True, "ptx": True},
    "-ffp-contract=off": {"host": False, "spirv": False, "ptx": False},
    "-ffp-contract=fast": {"host": True, "spirv": True, "ptx": True},
    "-ffast-math": {"host": True, "spirv": True, "ptx": True},
    "#pragma STDC FP_CONTRACT OFF": {"host": False, "spirv": False, "ptx": False},
}


@pytest.mark.parametrize("flag", FUSED)
def test_contraction_reaches_every_target(hcc: Command, flag: str, tmp_path: Path) -> None:
    is_pragma = flag.startswith("#")
    text = SUM.replace("{ v[i] =", f"{{\n{flag}\nv[i] =") if is_pragma else SUM
    (tmp_path / "sum.cpp").write_text(text)
    flags = [flag] if flag and not is_pragma else []
    for target, fused in FUSED[flag].items():
        name = f"{target}:sm_80" if target == "ptx" else target
        hcc.ok("-hc", f"--targets={name}", "--emit=ll", *flags, "sum.cpp", "-o", "sum.ll", cwd=tmp_path)
        code = (tmp_path / "sum.ll").read_text()
        assert (FUSES.search(code) is not None) == fused, f"{target}: {code}"
