"""Sorts the errors of a tree: what is Windows' own, and what would have to change, by rule.

Takes: Findings.
Gives: groups with their counts and first places, the largest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from hcpy.core.dataclass import dataclass, field
from hcpy.driver.port_report.attempts import Complaint, Finding
from hcpy.driver.port_report.windows_names import family_of, is_windows_header

_QUOTED = re.compile(r"'([^']*)'")
_HINT = re.compile(r"; did you mean .*$| \(aka [^)]*\)")
_MISSING = re.compile(r"^'([^']+)' file not found")
# Errors whose quoted name may be one of Windows'.
_NAMES_SOMETHING = re.compile(
    r"undeclared|unknown type name|no type named|no member named|no template named|is not supported"
    r"|expected (?:a class|namespace|unqualified-id|';')|unknown class name|in namespace"
)
# What to do about it, in a few words, by the rule's own text.
_ADVICE = (
    (r"^a header is not in the tree", "add its folder with -I, or install the library"),
    (
        r"calls? .*(?:not|without) restrict|no overload.*restrict",
        "restrict what is called: restrict(amp, cpu)",
    ),
    (r"non-const lvalue reference .* cannot bind to a", "bind a named variable, or take const &"),
    (r"missing 'typename'|use 'template'", "typename or template, or -std=c++20"),
    (r"__try|__except|for each|C\+\+/CLI", "write it in standard C++"),
    (r"is not allowed in a kernel|not supported in a kernel", "take it out of the kernel"),
    (r"^hcc ends|takes over|was ended by signal|Error: ", "a fault of hcc: report it with the source"),
)


@dataclass
class Group:
    """One rule, or one name of Windows: how often, in which sources, and where first."""

    title: str
    family: str = ""
    count: int = 0
    first: str = ""
    words: str = ""  # the compiler's, at the first place
    names: dict[str, None] = field(default_factory=dict)
    sources: set[str] = field(default_factory=set)

    @property
    def advice(self) -> str:
        texts = (self.title, self.words)
        return next((a for pattern, a in _ADVICE if any(re.search(pattern, t) for t in texts)), "")


def windows_name(complaint: Complaint) -> tuple[str, str] | None:
    """The family and the name where the error is about an API of Windows."""
    missing = _MISSING.match(complaint.text)
    if missing is not None:
        name = missing[1].replace("\\", "/")
        return ("headers", f"<{name}>") if is_windows_header(name) else None
    if not _NAMES_SOMETHING.search(complaint.text):
        return None
    for quoted in _QUOTED.findall(_HINT.sub("", complaint.text)):
        if quoted.endswith(".h") and is_windows_header(quoted):
            return "headers", f"<{quoted}>"
        for word in re.findall(r"\w+", quoted):
            family = family_of(word)
            if family is not None:
                return family, word
    return None


def rule_of(complaint: Complaint) -> str:
    """The error's text without the names in it."""
    if _MISSING.match(complaint.text):
        return "a header is not in the tree"
    return _QUOTED.sub("'...'", _HINT.sub("", complaint.text))


def windows_groups(findings: Iterable[Finding]) -> list[Group]:
    """The names of Windows' APIs."""
    return _grouped(findings, windows_name)


def rule_groups(findings: Iterable[Finding]) -> list[Group]:
    """Everything else, by rule."""

    def key(complaint: Complaint) -> tuple[str, str] | None:
        return None if windows_name(complaint) else ("", rule_of(complaint))

    return _grouped(findings, key)


def _grouped(findings: Iterable[Finding], key: Callable[[Complaint], tuple[str, str] | None]) -> list[Group]:
    groups: dict[tuple[str, str], Group] = {}
    seen: set[tuple[str, int, str]] = set()
    for finding, complaint in _all(findings):
        found = key(complaint)
        if found is None:
            continue
        group = groups.setdefault(found, Group(found[1], found[0]))
        group.sources.add(finding.source)
        if (complaint.file, complaint.line, complaint.text) in seen:
            continue  # a header that several sources include
        seen.add((complaint.file, complaint.line, complaint.text))
        if not group.count:
            group.first, group.words = complaint.place, complaint.text
        group.count += 1
        for name in _QUOTED.findall(_HINT.sub("", complaint.text))[:1]:
            group.names[name] = None
    return sorted(groups.values(), key=lambda group: (-group.count, group.first, group.title))


def _all(findings: Iterable[Finding]) -> Iterator[tuple[Finding, Complaint]]:
    for finding in findings:
        for complaint in finding.complaints:
            yield finding, complaint
