"""Writes the reference of C++ AMP and HC from the headers: docs/build.py calls it before Sphinx.

Takes: the headers in include/, read by libclang.
Gives: one Markdown page for each dialect: every public class with its members, every function, each with its
declaration and the comment before it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clang import cindex
from cxx_summaries import summary

from hcpy.core.model import Dialect
from hcpy.core.tools import find_toolchain
from hcpy.driver.units import macros

Cursor = Any  # the bindings carry no types
INCLUDE = Path(__file__).resolve().parents[1] / "include"
K = cindex.CursorKind
_CLASSES = (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE)
_FUNCTIONS = (K.FUNCTION_DECL, K.FUNCTION_TEMPLATE)
_MEMBERS = (K.CXX_METHOD, K.CONSTRUCTOR, K.CONVERSION_FUNCTION, K.FUNCTION_TEMPLATE)
_ALL_COMMENTS = "-fparse-all-comments"
# No operator, and no deduction guide.
_NAME = re.compile(r"(?!operator\b)\w+")
_DETAILS = ("detail", "details", "hcrt")


@dataclass(frozen=True)
class Dialects:
    """What one page is made of."""

    name: str
    title: str
    dialect: Dialect
    namespaces: tuple[str, ...]  # the user's name first; the others are parts of it
    source: str
    flags: tuple[str, ...]
    about: str


PAGES = (
    Dialects(
        "hc",
        "HC, namespace hc",
        Dialect.HC,
        ("hc", "Kalmar"),
        "#include <hc.hpp>\n#include <hc_am.hpp>\n#include <hc_math.hpp>\n#include <hc_printf.hpp>\n"
        "#include <hc_algorithms.hpp>\n#include <hc_atomics.hpp>\n#include <hc_device_info.hpp>\n"
        "#include <hc_distributed.hpp>\n"
        "#include <hc_mdspan.hpp>\n#include <hc_pitched_array.hpp>\n#include <hc_print.hpp>\n"
        "#include <hc_random.hpp>\n",
        ("-x", "c++", "-DHCPY_HC=1", "-Xclang", "-fsycl-is-host"),
        "`#include <hc.hpp>`; `am_alloc` and its kin are in `<hc_am.hpp>`, `distributed_array` and its kin "
        "in `<hc_distributed.hpp>`.",
    ),
    Dialects(
        "amp",
        "C++ AMP, namespace concurrency",
        Dialect.AMP,
        ("concurrency", "Concurrency", "Kalmar"),
        "#include <amp.h>\n#include <amp_math.h>\n#include <amp_graphics.h>\n"
        "#include <amp_short_vectors.h>\n",
        (
            *("-x", "hip", "--cuda-host-only", "-nogpuinc", "-nogpulib", "-no-hip-rt", "-fuse-cuid=none"),
            *("-U__HIP__", "-U__HIPCC__", "-DHCPY_AMP=1"),
        ),
        "`#include <amp.h>`; textures are in `<amp_graphics.h>`, more maths in `<amp_math.h>`.",
    ),
)


@dataclass
class Entry:
    """A class or the overloads of a function."""

    title: str
    comment: str = ""
    rows: list[tuple[str, str]] = field(default_factory=list)  # declaration, comment


def write(folder: Path) -> None:
    """One page for each dialect."""
    tools = find_toolchain()
    if not cindex.Config.loaded:
        cindex.Config.set_library_file(str(tools.libclang))
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (folder / f"{page.name}.md").write_text(_text(page, _parse(page, tools.resource_dir)))


def _parse(page: Dialects, resources: Path) -> Cursor:
    words = (
        *("--driver-mode=g++", "-stdlib=libstdc++"),
        *page.flags,
        *("-std=c++17", "-fdeclspec", "-D__KALMAR_CPU__=1", "-D__HCC_CPU__=1", _ALL_COMMENTS, "-w"),
        *("-I", str(INCLUDE), "-include", "hcrt/detail/config.hpp", "-resource-dir", str(resources)),
        *macros(page.dialect),
    )
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(page.source)
        file.flush()
        unit = cindex.Index.create().parse(file.name, args=words)
    errors = [str(d) for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
    if errors:
        raise RuntimeError(f"the headers of {page.title} do not parse: {errors[0]}")
    return unit.cursor


def _text(page: Dialects, root: Cursor) -> str:
    classes: dict[str, Entry] = {}
    functions: dict[str, Entry] = {}
    for cursor in _declarations(root, page.namespaces, ()):
        if cursor.kind == K.ENUM_DECL:
            _add_enumeration(classes, cursor)
        elif cursor.kind in _CLASSES:
            _add_class(classes, cursor)
        elif cursor.semantic_parent.kind == K.NAMESPACE and _NAME.fullmatch(cursor.spelling):
            entry = functions.setdefault(cursor.spelling, Entry(cursor.spelling))
            _add_row(entry, cursor)
    lines = [f"# {page.title}", "", page.about, "", "## Classes and enumerations", ""]
    for _, entry in sorted(classes.items()):
        lines += _section(entry)
    lines += ["## Functions", ""]
    for _, entry in sorted(functions.items()):
        lines += _section(entry)
    return "\n".join(lines) + "\n"


def without_comment() -> list[str]:
    """Public classes, enumerations, functions and members of which no overload says what it is."""
    tools = find_toolchain()
    if not cindex.Config.loaded:
        cindex.Config.set_library_file(str(tools.libclang))
    found: dict[str, bool] = {}  # does one say it?
    for page in PAGES:
        for cursor in _declarations(_parse(page, tools.resource_dir), page.namespaces, ()):
            is_class = cursor.kind in _CLASSES
            if is_class and not cursor.is_definition():
                continue
            if is_class or cursor.kind == K.ENUM_DECL:
                found[f"{page.name} {cursor.spelling}"] = bool(_comment(cursor))
            elif cursor.semantic_parent.kind == K.NAMESPACE and _NAME.fullmatch(cursor.spelling):
                name = f"{page.name} {cursor.spelling}"
                found[name] = found.get(name, False) or bool(_comment(cursor) or summary(cursor.spelling))
            for member in cursor.get_children() if is_class else ():
                if _is_public(member) and member.kind in _MEMBERS and _says_what(member, cursor):
                    name = f"{page.name} {cursor.spelling}::{member.spelling}"
                    found[name] = found.get(name, False) or bool(_comment(member))
    return sorted(name for name, says in found.items() if not says)


def _is_public(member: Cursor) -> bool:
    is_private_name = member.spelling.startswith("_") or member.spelling.endswith("_")
    return member.access_specifier == cindex.AccessSpecifier.PUBLIC and not is_private_name


def _says_what(member: Cursor, owner: Cursor) -> bool:
    """Not constructors and operators: their class says what they do."""
    return _NAME.fullmatch(member.spelling) is not None and member.spelling != owner.spelling


def _declarations(cursor: Cursor, names: Sequence[str], inside: tuple[str, ...]) -> Iterator[Cursor]:
    """Those of the page's namespaces, inner ones included, and none of the details."""
    for child in cursor.get_children():
        if not _is_ours(child):
            continue
        if child.kind == K.NAMESPACE:
            if inside or child.spelling in names:
                yield from _declarations(child, names, (*inside, child.spelling))
        elif child.kind == K.LINKAGE_SPEC or child.kind == K.UNEXPOSED_DECL:
            yield from _declarations(child, names, inside)
        elif inside and child.kind in (*_CLASSES, *_FUNCTIONS, K.ENUM_DECL):
            yield child


def _is_ours(cursor: Cursor) -> bool:
    file = cursor.location.file
    hidden = cursor.spelling.startswith("_") or cursor.spelling in _DETAILS
    return file is not None and Path(file.name).is_relative_to(INCLUDE) and not hidden


def _add_class(classes: dict[str, Entry], cursor: Cursor) -> None:
    if not cursor.is_definition():
        return
    name = cursor.spelling
    entry = classes.setdefault(name, Entry(f"{name}{_template(cursor)}"))
    entry.comment = entry.comment or _comment(cursor)
    for member in cursor.get_children():
        if not _is_public(member):
            continue
        if member.kind in _MEMBERS:
            _add_row(entry, member)
        elif member.kind in (K.FIELD_DECL, K.VAR_DECL):
            entry.rows.append((f"{member.type.spelling} {member.spelling}", _comment(member)))


def _add_enumeration(classes: dict[str, Entry], cursor: Cursor) -> None:
    entry = classes.setdefault(cursor.spelling, Entry(f"{cursor.spelling} (enumeration)", _comment(cursor)))
    for value in cursor.get_children():
        if value.kind == K.ENUM_CONSTANT_DECL:
            entry.rows.append((value.spelling, _comment(value)))


def _add_row(entry: Entry, cursor: Cursor) -> None:
    free = cursor.semantic_parent.kind == K.NAMESPACE
    row = (_declaration(cursor), _comment(cursor) or (summary(cursor.spelling) if free else ""))
    if row[0] not in (declaration for declaration, _ in entry.rows):
        entry.rows.append(row)


def _declaration(cursor: Cursor) -> str:
    parameters = [_parameter(child) for child in cursor.get_children() if child.kind == K.PARM_DECL]
    name = re.sub(r"<.*", "", cursor.spelling) if cursor.kind == K.CONSTRUCTOR else cursor.spelling
    result = cursor.result_type.spelling
    is_type_in_name = cursor.kind in (K.CONSTRUCTOR, K.CONVERSION_FUNCTION) or result in ("", name)
    if cursor.kind == K.FUNCTION_TEMPLATE and cursor.semantic_parent.spelling == re.sub(r"<.*", "", name):
        is_type_in_name, name = True, re.sub(r"<.*", "", name)
    static = "static " if cursor.kind == K.CXX_METHOD and cursor.is_static_method() else ""
    const = " const" if cursor.kind == K.CXX_METHOD and cursor.is_const_method() else ""
    before = "" if is_type_in_name else f"{result} "
    return f"{static}{before}{name}({', '.join(parameters)}){const}"


def _parameter(cursor: Cursor) -> str:
    return f"{cursor.type.spelling} {cursor.spelling}".strip()


def _template(cursor: Cursor) -> str:
    kinds = (K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER)
    names = [child.spelling for child in cursor.get_children() if child.kind in kinds]
    return f"<{', '.join(names)}>" if names else ""


def _comment(cursor: Cursor) -> str:
    """The text of the comment before a declaration, or at its end; Doxygen's commands as words."""
    lines = (cursor.raw_comment or "").splitlines()
    words = " ".join(re.sub(r"^\s*(///?<?|/?\*+!?)|\*/\s*$", "", line).strip() for line in lines).strip()
    if words.startswith(("NOLINT", "clang-format")):
        return ""
    text, *commands = re.split(r"\s*\\(?=(?:param|return|throws) )", words)
    return " ".join([text, *map(_command, commands)])


def _command(text: str) -> str:
    """One of Doxygen's commands as a sentence."""
    word, rest = text.split(maxsplit=1)
    if word == "return":
        return f"Returns {rest}."
    name, said = rest.split(maxsplit=1)
    return f"Throws {name} {said}." if word == "throws" else f"{name}: {said}."


def _section(entry: Entry) -> list[str]:
    lines = [f"### {_plain(entry.title)}", "", _plain(entry.comment), ""] if entry.comment else []
    lines = lines or [f"### {_plain(entry.title)}", ""]
    for declaration, comment in entry.rows:
        lines += [f"- `{declaration}`" + (f" \\\n  {_plain(comment)}" if comment else "")]
    return [*lines, ""]


def _plain(text: str) -> str:
    """Markdown that shows the text as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|$])", r"\\\1", text)
