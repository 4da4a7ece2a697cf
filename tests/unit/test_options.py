"""The table of options: the reader asks it, and help, man page, completion and docs are made from it."""

from __future__ import annotations

import ast
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hcpy.core import config, words
from hcpy.core.errors import UsageError
from hcpy.driver import option_pages, option_table
from hcpy.driver.completion import script, values
from hcpy.driver.option_takers import TAKERS
from hcpy.driver.options import parse

REPOSITORY = Path(__file__).resolve().parents[2]
MAKE = "make it anew: python -m hcpy.driver.option_pages"
OPTIONS = option_table.OPTIONS
# No options of hcc: standard input, and words of clang or the linker in commands that hcc makes for them.
NOT_HCCS = frozenset("- -- -xc++- -include-pch -emit-pch -Winvalid-pch -stdlib= -fno-".split())


def test_each_option_has_one_place() -> None:
    spellings = [spelling for option in OPTIONS for spelling in option.spellings]
    assert len(set(spellings)) == len(spellings)
    assert all(option.help for option in OPTIONS if option.group)
    assert all(option.group for option in OPTIONS if option.reader == option_table.HCC)


def test_what_hcc_reads_is_in_the_table() -> None:
    read = {o.name for o in OPTIONS if o.reader in (option_table.HCC, option_table.BOTH)}
    assert read == set(TAKERS)


def test_a_source_without_kernels_meets_the_same_words() -> None:
    own, beginnings = option_table.own_words()
    assert own | {"--"} == words.OWN
    absorbed = {o.name for o in OPTIONS if o.reader == option_table.NOBODY}
    assert {*words.ABSORBED, *words.ABSORBED_PREFIXES, *words.OLD_LIBRARIES} == absorbed
    assert {*words.OWN_PREFIXES} == {*beginnings, *words.ABSORBED_PREFIXES}


def compared(tree: ast.AST) -> Iterator[str]:
    """The literals that words are compared with."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            parts = node.args if node.func.attr in ("startswith", "removeprefix") else []
        elif isinstance(node, ast.match_case):
            parts = [node.pattern]  # type: ignore[list-item]
        for part in parts:
            for leaf in ast.walk(part):
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                    yield leaf.value


def test_no_option_is_read_that_the_table_lacks() -> None:
    found: dict[str, set[str]] = {}
    for file in sorted((REPOSITORY / "hcpy" / "driver").glob("*.py")):
        if file.name in (
            "config_cli.py",
            "info.py",
            "cache_cli.py",
            "link_inputs.py",
        ):  # other commands' words
            continue
        for literal in compared(ast.parse(file.read_text())):
            if literal.startswith("-") and literal not in NOT_HCCS | words.SEPARATE:
                found.setdefault(literal, set()).add(file.name)
    unknown = {word: files for word, files in found.items() if option_table.find(word) is None}
    assert {w for w in unknown if not any(o.name == w for o in OPTIONS)} == set(), unknown


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.help], ids=lambda option: option.name)
def test_help_and_man_page_show_every_option(option: option_table.Option) -> None:
    assert re.search(
        rf"^  .*{re.escape(option_pages.spelling(option))}", option_pages.help_text(), re.MULTILINE
    )


def test_the_man_page_is_made_from_the_table() -> None:
    assert (REPOSITORY / "docs" / "hcc.1").read_text() == option_pages.man_page(), MAKE


def test_the_docs_are_made_from_the_tables() -> None:
    page = (REPOSITORY / "docs" / "driver.md").read_text()
    assert option_pages.with_lists(page) == page, MAKE
    assert "`--targets=LIST`" in page and "`HCPY_CACHE_DIR`" in page


# --- the environment -------------------------------------------------------------------------------------
def test_every_variable_that_is_read_is_in_a_table() -> None:
    known = {variable.name for variable in config.VARIABLES}
    known |= {name for names in config.OTHERS for name in names.split(", ")}
    read: dict[str, Path] = {}
    patterns = {
        ".py": r"environ(?:\.get\(|\[)\s*\"(\w+)\"",
        ".hpp": r"Variable \w+\{\"(\w+)\"",
    }
    for folder in ("hcpy", "runtime"):
        for file in (REPOSITORY / folder).rglob("*.*"):
            if (pattern := patterns.get(file.suffix)) and "_prefix" not in file.parts:
                read.update(dict.fromkeys(re.findall(pattern, file.read_text()), file))
    assert len(read) > 20
    assert {name: file for name, file in read.items() if name not in known} == {}


# --- completion ------------------------------------------------------------------------------------------
def completed(line: str) -> list[str]:
    """What bash offers at the end of a line, with its own way of cutting words."""
    parts = re.findall(r"=|[^\s=]+|(?<=\s)$", line)
    listed = " ".join(f"'{part}'" for part in parts)
    code = (
        f"{script('bash')}\ncompopt() {{ :; }}\nCOMP_WORDS=({listed}); COMP_CWORD={len(parts) - 1}\n"
        "_hcc; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("hcc --ins", ["--inspect"]),
        ("hcc --tar", ["--targets="]),
        ("hcc --hcrt=", ["static", "shared"]),
        ("hcc --emit=spl", ["split"]),
        ("hcc --targets=host,sp", ["host,spirv"]),
        ("hcc -fms", ["-fms-compat"]),
    ],
)
def test_bash_completes(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


def completed_by_fish(line: str, file: Path) -> str:
    file.write_text(script("fish"))
    words = ["fish", "-c", f"source {file}; complete -C '{line}'"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def completed_by_zsh(line: str, file: Path) -> str:
    """zsh completes at a terminal alone."""
    file.write_text(f"autoload -U compinit; compinit -u -D\n{script('zsh')}\nbindkey '^I' complete-word\n")
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "PS1": "> "})
    shown = b""
    for typed, mark in ((f"source {file}; print be''gin\n", b"begin\r"), (f"{line}\t", b"")):
        os.write(terminal, typed.encode())
        shown, end = b"", time.monotonic() + 20
        while time.monotonic() < end and not (mark and mark in shown):
            if select.select([terminal], [], [], 1.5)[0]:
                shown += os.read(terminal, 4096)
            elif not mark:  # what it shows is all
                break
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return shown.decode(errors="replace")


COMPLETERS = {"zsh": completed_by_zsh, "fish": completed_by_fish}


def test_shells_that_are_here_complete(tmp_path: Path) -> None:
    for shell in filter(shutil.which, COMPLETERS):
        for line, word in (
            ("hcc --ins", "--inspect"),
            ("hcc --emit=spl", "--emit=split"),
            ("hcc --targets=host,sp", "--targets=host,spirv"),
            ("hcc -fms", "-fms-compat"),
        ):
            assert word in COMPLETERS[shell](line, tmp_path / "script"), f"{shell}: {line}"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_every_option(shell: str) -> None:
    text = script(shell)
    for option in OPTIONS:
        if option.help and "=" not in option.name:
            mark = f"'{option.name}" if shell == "zsh" else f"'{option.name.lstrip('-')}'"
            assert mark in text, option.name
    assert all(word in text for chosen in values().values() for word in chosen)


def test_completion_is_for_known_shells() -> None:
    assert parse(["--completion=fish"]).action == "completion"
    with pytest.raises(UsageError, match="--completion=tcsh: expected bash, zsh or fish"):
        parse(["--completion=tcsh"])


def test_launch_comes_first() -> None:
    with pytest.raises(UsageError, match="--launch COMPILER must come before all other arguments"):
        parse(["-c", "--launch", "g++", "a.cpp"])


def test_the_folders_readme_lists_its_files() -> None:
    folder = REPOSITORY / "hcpy" / "driver"
    listed = (folder / "README.md").read_text()
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert sorted(name for name in files if f"`{name}`" not in listed) == []
