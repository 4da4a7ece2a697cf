"""What is made from the tables of options and of environment variables: --help, man page, a part of the docs.

Takes: option_table.OPTIONS, config.VARIABLES, and for --help what the targets say.
Gives: text. `python -m hcpy.driver.option_pages` writes docs/hcc.1 and the lists in docs/driver.md anew; a
test fails where they differ.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hcpy import __version__
from hcpy.core.config import OTHERS, VARIABLES
from hcpy.core.lazy import lazy
from hcpy.driver import option_table as table
from hcpy.driver.option_table import Option

if TYPE_CHECKING:
    from hcpy import targets
    from hcpy.driver import tool_options
else:
    tool_options = lazy("hcpy.driver.tool_options")
    targets = lazy("hcpy.targets")

_WHAT = "Compiles single-source HC and C++ AMP programs for GPUs, OpenCL devices and the host CPU."
_REST = "Options that are not listed reach clang untouched and in order."
_COLUMN = 28
# In pages that are files: what depends on the targets is `hcc --help`'s to say.
_FIXED = {
    "{default}": "all that a program can run",
    "{emitted}": "ll, asm, split, or a target's own word (`hcc --help` lists them)",
    "{checkers}": "the target's own",
}
_BEGIN, _END = "<!-- {name}: made by option_pages.py -->", "<!-- end of {name} -->"


def spelling(option: Option, name: str | None = None) -> str:
    """The option with its argument, as --help shows it."""
    name = name or option.name
    argument = {
        table.NONE: "",
        table.PREFIX: option.argument,
        table.JOINED: f"={option.argument}",
        table.OPTIONAL: f"[={option.argument}]",
    }.get(option.value, f" {option.argument}")
    return f"{name}{argument}{f' {option.then}' if option.then else ''}"


def documented() -> Iterator[tuple[str, list[Option]]]:
    """The groups with their options."""
    for group in table.GROUPS:
        yield group, [option for option in table.OPTIONS if option.group == group]


def help_text() -> str:
    """The page of `hcc --help`."""
    filled = _from_targets()
    lines = ["usage: hcc [options] file...", "", _WHAT, _REST]
    for group, options in documented():
        lines += ["", f"{group}:"]
        for option in options:
            names = ", ".join((*option.spellings[1:], spelling(option)))
            lines += _entry(names, _fill(option.help, filled))
    lines += _entry("@FILE", "read arguments from FILE")
    lines += ["", "Environment:"]
    for variable in VARIABLES:
        reader = " (read by programs)" if variable.reader != "hcc" else ""
        lines += _entry(variable.name, f"{variable.meaning}{reader}")
    return "\n".join(lines) + "\n"


def _entry(name: str, text: str) -> list[str]:
    if len(name) < _COLUMN - 2:
        return [f"  {name:{_COLUMN - 2}}{text}"]
    return [f"  {name}", f"{'':{_COLUMN}}{text}"]


def _fill(text: str, filled: dict[str, str]) -> str:
    for mark, value in filled.items():
        text = text.replace(mark, value)
    return text


def _from_targets() -> dict[str, str]:
    words = tool_options.emit_words()
    checkers = ", ".join(kind.checker for kind in targets.TARGETS if kind.checker)
    emitted = f"{', '.join(words[:-1])} or {words[-1]}"
    return {"{default}": targets.default_targets(), "{emitted}": emitted, "{checkers}": checkers}


def man_page() -> str:
    """docs/hcc.1 in roff's man macros."""
    lines = [
        f'.TH HCC 1 "" "hcpy {__version__}" "User commands"',
        *(".SH NAME", r"hcc \- compile C++ AMP and HC programs"),
        *(".SH SYNOPSIS", r".B hcc", r"[\fIoptions\fR] \fIfile\fR..."),
        *(".SH DESCRIPTION", _roff(_WHAT), _roff(_REST)),
        ".SH OPTIONS",
    ]
    for group, options in documented():
        lines.append(f".SS {group}")
        for option in options:
            names = ", ".join(f"\\fB{_roff(spelling(option, name))}\\fR" for name in option.spellings)
            lines += [".TP", names, _roff(_fill(option.help, _FIXED))]
    lines += [".TP", r"\fB@FILE\fR", "read arguments from FILE", ".SH ENVIRONMENT"]
    for name, meaning, reader in _variables():
        lines += [".TP", f"\\fB{name}\\fR", _roff(f"{meaning}{f' (read by {reader})' * (reader != 'hcc')}")]
    lines += [".SH EXIT STATUS", "0, or 1 where anything failed; 70 is a fault of hcc itself."]
    lines += [".SH SEE ALSO", r"\fBclang\fR(1), \fBhcc \-\-help\fR"]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("`", "")
    return rf"\&{text}" if text.startswith((".", "'")) else text


def _variables() -> Iterator[tuple[str, str, str]]:
    for variable in VARIABLES:
        yield variable.name, variable.meaning, "hcc" if variable.reader == "hcc" else "programs"
    for name, meaning in OTHERS.items():
        yield name, meaning, "programs" if name.startswith(("HCC_", "CUDA_")) else "hcc"


def option_lists() -> str:
    """The tables of options in docs/driver.md."""
    lines = []
    for group, options in documented():
        lines += [f"**{group}**", "", "| option | does | read by |", "|---|---|---|"]
        for option in options:
            names = ", ".join(f"`{spelling(option, name)}`" for name in option.spellings)
            lines.append(f"| {names} | {_cell(_fill(option.help, _FIXED))} | {option.reader} |")
        lines.append("")
    quiet = [option for option in table.OPTIONS if not option.help]
    for reader, what in (
        (table.BOTH, "hcc acts on these as clang does, and passes them on"),
        (table.LINKER, "These reach the link alone"),
        (table.NOBODY, "AMD's hcc had these; they are accepted and do nothing"),
    ):
        names = ", ".join(f"`{option.name}`" for option in quiet if option.reader == reader)
        lines += [f"{what}: {names}.", ""]
    return "\n".join(lines)


def variable_list() -> str:
    """The table of environment variables in docs/driver.md."""
    rows = [f"| `{name}` | {_cell(meaning)} | {reader} |" for name, meaning, reader in _variables()]
    return "\n".join(("| variable | meaning | read by |", "|---|---|---|", *rows, ""))


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def with_lists(page: str) -> str:
    """docs/driver.md with its lists made anew."""
    for name, text in (("options", option_lists()), ("variables", variable_list())):
        begin, end = _BEGIN.format(name=name), _END.format(name=name)
        found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        page = found.sub(lambda _, new=f"{begin}\n{text}{end}": new, page)  # type: ignore[misc]
    return page


def write(repository: Path) -> None:
    """Make the files of a checkout anew."""
    docs = repository / "docs"
    (docs / "hcc.1").write_text(man_page())
    (docs / "driver.md").write_text(with_lists((docs / "driver.md").read_text()))


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
