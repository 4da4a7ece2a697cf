"""The table of environment variables, and hcc-config."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hcpy.core import config
from hcpy.core.errors import UsageError
from hcpy.driver import config_cli


def test_values_are_typed() -> None:
    assert config.DUMP.get({"HCPY_DUMP": "split,ir"}) == {"split", "ir"}
    assert {"link", "passes"} <= config.DUMP.get({"HCPY_DUMP": "all"})
    assert config.VERBOSE.get({"HCPY_VERBOSE": "1"}) is True
    assert config.VERBOSE.get({"HCPY_VERBOSE": ""}) is False


@pytest.mark.parametrize(("name", "value"), [("HCPY_DUMP", "irr"), ("HCPY_VERBOSE", "maybe")])
def test_malformed_values_name_the_variable(name: str, value: str) -> None:
    variable = next(v for v in config.VARIABLES if v.name == name)
    with pytest.raises(UsageError, match=f"environment variable {name}='{value}'"):
        variable.get({name: value})


def test_names_are_unique_and_explained() -> None:
    names = [variable.name for variable in config.VARIABLES]
    assert len(set(names)) == len(names)
    assert all(name.startswith("HCPY_") for name in names)
    assert all(variable.meaning for variable in config.VARIABLES)


def test_every_variable_of_the_runtime_is_in_the_table() -> None:
    runtime = Path(__file__).resolve().parents[2] / "runtime"
    files = [*runtime.glob("core/*.cpp"), *runtime.glob("backends/*/*.cpp")]
    read = {name for file in files for name in re.findall(r'"(HCPY_[A-Z_]+)"', file.read_text())}
    assert read
    assert read <= {variable.name for variable in config.VARIABLES}


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("include/hcrt/abi.h", "lib/libhcrt.a"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setenv("HCPY_HOME", str(tmp_path))
    return tmp_path


def test_flags_are_one_line_in_the_order_of_the_options(
    prefix: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert config_cli.run("hcc-config", ["--shared", "--cxxflags", "--ldflags"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f" -shared -fPIC -hc -std=c++amp -I{prefix}/include"
        f" -hc -std=c++amp -L{prefix}/lib -Wl,--rpath={prefix}/lib -lhcrt -ldl -lm -lpthread"
    ]


def test_clamp_config_is_for_amp(prefix: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert config_cli.run("clamp-config", ["--cxxflags"]) == 0
    assert capsys.readouterr().out == f" -std=c++amp -I{prefix}/include\n"


def test_prefix(prefix: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert config_cli.run("hcc-config", ["--prefix"]) == 0
    assert capsys.readouterr().out == f"{prefix}\n"


def test_unknown_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert config_cli.run("hcc-config", ["--cxxflags", "--nonsense"]) == 1
    assert capsys.readouterr().err == "hcc-config: error: unknown option '--nonsense'; --help lists them\n"
