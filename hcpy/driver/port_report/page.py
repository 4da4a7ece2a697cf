"""The page of a port report: what it says, as text and as HTML.

Takes: the Findings of a tree.
Gives: one page: counts, a line for each source, Windows' own names, and what would have to change.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hcpy.core.dataclass import dataclass
from hcpy.driver.port_report.attempts import Finding
from hcpy.driver.port_report.classify import Group, rule_groups, windows_groups, windows_name

_NAMES = 6  # shown of a rule
_STYLE = """
body { font: 15px sans-serif; margin: 2em }
td, th { text-align: left; padding: .2em 1em .2em 0; vertical-align: top }
"""


@dataclass(frozen=True)
class _Table:
    """A heading, the columns' names, and the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def as_text(folder: str, findings: Sequence[Finding], unreadable: Sequence[str]) -> str:
    """The page for a terminal."""
    lines = [f"Port report of {folder}", *(f"  {line}" for line in _summary(findings, unreadable))]
    for table in _tables(findings):
        lines += ["", table.title]
        widths = [max(map(len, column)) for column in zip(*table.rows, strict=True)]
        for row in table.rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
            lines.append(f"  {'  '.join(cells)}".rstrip())
    return "\n".join(lines) + "\n"


def as_html(folder: str, findings: Sequence[Finding], unreadable: Sequence[str]) -> str:
    """The page for a browser."""
    title = html.escape(f"Port report of {folder}")
    parts = [f"<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>{title}</title>"]
    parts.append(f"<style>{_STYLE}</style>\n<h1>{title}</h1>\n<ul>")
    parts += [f"<li>{html.escape(line)}" for line in _summary(findings, unreadable)]
    parts.append("</ul>")
    for table in _tables(findings):
        parts.append(f"<h2>{html.escape(table.title)}</h2>\n<table><tr>")
        parts += [f"<th>{html.escape(name)}" for name in table.columns]
        for row in table.rows:
            parts.append("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row))
        parts.append("</table>")
    return "\n".join(parts) + "\n</html>\n"


# --- what both say -------------------------------------------------------------------------------------
def _summary(findings: Sequence[Finding], unreadable: Sequence[str]) -> Iterator[str]:
    if not findings:
        yield "no C++ sources"
    kinds = Counter(_verdict(finding)[0] for finding in findings)
    for kind in ("compiles", "needs flags", "Windows' own APIs", "has to change", "not compiled"):
        if kinds[kind]:
            yield f"{kinds[kind]:5} {'source' if kinds[kind] == 1 else 'sources'}: {kind}"
    for folder in unreadable:
        yield f"not looked into: {folder}"


def _verdict(finding: Finding) -> tuple[str, str]:
    """A source's kind and what there is to say about it."""
    flags = " ".join(finding.flags)
    if finding.reason:
        return "not compiled", finding.reason
    if finding.compiles:
        return ("needs flags", flags) if flags else ("compiles", "")
    names = [found[1] for c in finding.complaints if (found := windows_name(c)) is not None]
    rest = len(finding.complaints) - len(names)
    said = [f"with {flags}:"] if flags else []
    if names:
        said.append(_some(dict.fromkeys(names)))
    if rest:
        said.append(f"{'and ' if names else ''}{rest} {'error' if rest == 1 else 'errors'}")
    return ("Windows' own APIs" if names else "has to change"), " ".join(said)


def _tables(findings: Sequence[Finding]) -> Iterator[_Table]:
    if findings:
        rows = tuple((finding.source, *_verdict(finding)) for finding in findings)
        yield _Table("Sources", ("source", "", ""), rows)
    windows = windows_groups(findings)
    if windows:
        title = "Windows' own APIs (uses, name, part of Windows, first place)"
        uses = tuple((str(g.count), g.title, g.family, g.first) for g in windows)
        yield _Table(title, ("uses", "name", "part", "first"), uses)
    rules = rule_groups(findings)
    if rules:
        title = "What would have to change (count, rule, names, first place, instead)"
        changes = tuple((_counted(g), g.title, _some(g.names), g.first, g.advice) for g in rules)
        yield _Table(title, ("count", "rule", "names", "first", "instead"), changes)


def _counted(group: Group) -> str:
    return f"{group.count} in {len(group.sources)}"


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    more = f", {len(listed) - _NAMES} more" if len(listed) > _NAMES else ""
    return ", ".join(listed[:_NAMES]) + more
