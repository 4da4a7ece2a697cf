"""Split stage: reads a unit once with libclang, finds its kernels, and makes the texts of its two parts.

Takes: a TranslationUnit.
Gives: a SplitSource: kernels, edits, and broken rules; overlay files only where the parse found edits beyond
those that tokens alone show (text/textual.py), on which the ir and host stages start without waiting.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.flags import language, source_word
from hcpy.core.model import Diagnostic, Dialect, Edit, Part, SplitSource, Toolchain, TranslationUnit
from hcpy.frontend.ambiguities import ambiguity_edits, ambiguous_calls
from hcpy.frontend.clang_ast import ParsedUnit
from hcpy.frontend.device_ir import iteration
from hcpy.frontend.instantiations import instances, instantiation_edits, size_edits
from hcpy.frontend.kernels import Kernel, KernelFinder
from hcpy.frontend.members import local_class_edits
from hcpy.frontend.microsoft.repairs import ROUNDS, dropped_arguments, is_ambiguous, repairs
from hcpy.frontend.naming import naming_edits
from hcpy.frontend.overloads import hides_launches, mixes_sides, overload_edits, overloaded
from hcpy.frontend.prefixed import is_refusal, prefix_flags
from hcpy.frontend.rules.check import RuleChecker
from hcpy.frontend.rules.clang import clang_findings, may_follow
from hcpy.frontend.rules.clauses import malformed_clauses, misplaced_tile_statics
from hcpy.frontend.rules.exception_handling import structured_exceptions
from hcpy.frontend.rules.overriders import refused_overriders
from hcpy.frontend.rules.rivals import disagreements, rivals
from hcpy.frontend.specialised_members import specialised_member_edits
from hcpy.frontend.text.edits import edited_texts, overlay_words, write_overlay
from hcpy.frontend.text.restrict_words import with_reports
from hcpy.frontend.text.textual import likely_needs_edits, unit_text, write_overlays
from hcpy.frontend.text.unit_text import UnitText, read_files
from hcpy.frontend.typedef_functions import typedef_function_edits
from hcpy.frontend.unevaluated import unevaluated_edits
from hcpy.frontend.view_captures import view_capture_edits
from hcpy.frontend.warnings.check import warnings
from hcpy.frontend.warnings.finding import Finding
from hcpy.targets import HOST

__all__ = ["likely_needs_edits", "split"]

_OWN_HEADERS = "/include/hcrt/"  # how they are written mends no mistake of the user's


def split(unit: TranslationUnit, tools: Toolchain) -> SplitSource:
    """Parse the unit as the device iteration of the host target sees it, and check it.

    Raises HcpyError where the source can't be read. Plain C++ errors are left to clang's host iteration:
    the SplitSource then says plain_errors and has no diagnostics. Its unit may differ in own_sides.
    """
    found, mixes = _split(unit, tools)
    if mixes:
        other, _ = _split(replace(unit, own_sides=True), tools)
        # What own_sides takes, clang must not report beside a broken rule.
        is_clearer = found.plain_errors and not other.plain_errors
        return other if is_clearer or not _is_refused(other) else found
    return found


def _is_refused(found: SplitSource) -> bool:
    return found.plain_errors or any(d.severity == "error" for d in found.diagnostics)


def _split(unit: TranslationUnit, tools: Toolchain) -> tuple[SplitSource, bool]:
    """The product, and whether it is refused, or lacks kernels, though clang might take it with own_sides
    (C++ AMP)."""
    text = unit_text(unit)
    parsed = parse(text, tools, text.moves)
    unforeseen = _unforeseen(text, parsed)
    if unforeseen is not None:
        text = unforeseen
        parsed = parse(text, tools, text.moves)
    text, parsed, repaired, dropped = _repaired(text, parsed, tools)
    whole, overloads = parsed, overloaded(parsed, text)
    known = rivals(parsed, text, overloads)
    structure = overload_edits(parsed, text, overloads)
    if unit.dialect is Dialect.AMP:
        structure += _amp_structure(parsed, text)
    if structure:
        parsed = parse(text, tools, (*text.moves, *structure))
    kernels = KernelFinder(parsed, text).find()
    before, behind = naming_edits(kernels, text) if text.mentions_passes else ([], [])
    views = list(view_capture_edits(kernels, parsed, text))
    edits = (*before, *text.moves, *text.exports, *structure, *views, *text.wraps, *behind)
    checker = RuleChecker(parsed, text)
    diagnostics, plain_errors = _broken_rules(parsed, text, kernels, checker)
    if not diagnostics and not plain_errors and unit.dialect is Dialect.AMP:
        read = (*text.moves, *structure)
        diagnostics = _of_instances(text, tools, read) or _of_overloads(text, tools, read, whole)
        diagnostics = diagnostics or _of_classes(text, tools, read, checker.uninstantiated)
    if not plain_errors:
        diagnostics = diagnostics or tuple(disagreements(parsed, text, known))
        if not diagnostics or unit.dialect is Dialect.HC:
            diagnostics = _with_warnings(diagnostics, warnings(parsed, text, kernels, dropped))
    is_textual = unforeseen is None and not repaired and not structure and not before and not views
    overlays = {} if is_textual else write_overlays(text, edits, "edits")
    sites = tuple(replace(k.site, location=text.presumed(k.site.location)) for k in kernels)
    shown = tuple(_presumed(text, diagnostic) for diagnostic in diagnostics)
    made = SplitSource(unit, sites, edits, shown, overlays, plain_errors)
    may_mix = unit.dialect is Dialect.AMP and not unit.own_sides and _is_refused(made)
    return made, (may_mix and mixes_sides(whole, text)) or (
        bool(structure) and hides_launches(text, overloads)
    )


def _with_warnings(broken: tuple[Diagnostic, ...], found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """What is an error by its warning's flag is told beside broken rules, not in a second round."""
    places = {diagnostic.location for diagnostic in broken}
    more = (d for d in found if d.severity == "error" and d.location not in places)
    return (*broken, *more) if broken else found


def _amp_structure(parsed: ParsedUnit, text: UnitText) -> list[Edit]:
    """C++ AMP: the edits, beside those of overloads, that only a parse finds."""
    return [
        *specialised_member_edits(parsed, text),
        *local_class_edits(parsed, text),
        *typedef_function_edits(parsed, text),
        *unevaluated_edits(text, parsed.messages()),
    ]


def _of_instances(text: UnitText, tools: Toolchain, edits: Sequence[Edit]) -> tuple[Diagnostic, ...]:
    """The rules that explicit instantiations of functions break, from a parse of their own."""
    naming = instantiation_edits(text)
    if not naming:
        return ()
    parsed = parse(text, tools, (*edits, *naming))
    return RuleChecker(parsed, text).check_instances(instances(parsed))


def _of_classes(
    text: UnitText, tools: Toolchain, edits: Sequence[Edit], names: set[str]
) -> tuple[Diagnostic, ...]:
    """The rules that classes break which clang makes of templates only when it is asked."""
    asking = size_edits(text, names)
    if not asking:
        return ()
    parsed = parse(text, tools, (*edits, *asking))
    return RuleChecker(parsed, text).check(KernelFinder(parsed, text).find())


def _of_overloads(
    text: UnitText, tools: Toolchain, edits: Sequence[Edit], whole: ParsedUnit
) -> tuple[Diagnostic, ...]:
    """Calls that are ambiguous by the specification, though clang's mode settles them."""
    preferred = ambiguity_edits(whole, text)
    if not preferred:
        return ()
    return ambiguous_calls(parse(text, tools, (*edits, *preferred)), text)


def _presumed(text: UnitText, diagnostic: Diagnostic) -> Diagnostic:
    """A diagnostic at the places that #line directives name."""
    notes = tuple(
        replace(note, location=text.presumed(note.location)) if note.location else note
        for note in diagnostic.notes
        if note.location is None or _OWN_HEADERS not in note.location.file
    )
    location = text.presumed(diagnostic.location) if diagnostic.location else None
    return replace(diagnostic, location=location, notes=notes)


def _repaired(
    text: UnitText, parsed: ParsedUnit, tools: Toolchain
) -> tuple[UnitText, ParsedUnit, bool, list[Finding]]:
    """Read again what only Visual C++ takes as written; with what it warns of there."""
    changed = False
    found: list[Finding] = []
    for _ in range(ROUNDS if text.unit.ms_compat or is_ambiguous(parsed.messages()) else 0):
        edits = repairs(text, parsed.messages())
        if not edits:
            break
        changed = True
        found += dropped_arguments(text, parsed.messages()) if text.unit.ms_compat else []
        text = replace(text, moves=(*text.moves, *edits))
        parsed = parse(text, tools, text.moves)
    return text, parsed, changed, found


def _broken_rules(
    parsed: ParsedUnit, text: UnitText, kernels: Sequence[Kernel], checker: RuleChecker
) -> tuple[tuple[Diagnostic, ...], bool]:
    """The dialect's errors, and whether there are clang's own, which come first."""
    messages = parsed.messages()
    if text.unit.dialect is Dialect.HC:
        failed = any(message.is_error for message in messages)
        return ((), True) if failed else (checker.check(kernels), False)
    findings, plain = clang_findings(parsed, text, messages)
    if plain and may_follow(text, plain):
        broken = checker.check(kernels, findings)
        if broken:
            return broken, False
    if plain:
        looks = (malformed_clauses, misplaced_tile_statics, structured_exceptions, refused_overriders)
        clauses = [found for look in looks for found in look(text, messages)]
        return tuple(Diagnostic("error", c.location, c.message) for c in clauses), not clauses
    return checker.check(kernels, findings), False


def parse(text: UnitText, tools: Toolchain, edits: Sequence[Edit]) -> ParsedUnit:
    """libclang on the device part, without the wrapping of captures: it hides the lambdas' own."""
    unit = text.unit
    texts = edited_texts(text.sources, with_reports(text, edits), Part.DEVICE, own_lines=True)
    overlay: tuple[str, ...] = ()
    if texts:
        file = write_overlay(texts, Part.DEVICE, unit.work_dir / "parse", text.spellings)
        overlay = overlay_words(file)
    base = iteration(unit, tools, HOST)
    prefix = prefix_flags(unit, tools, "split", base)
    resources = ("-resource-dir", str(tools.resource_dir))
    # All errors are looked at where some are repaired, or are none, as for each array that a kernel captures.
    looks_at_all = unit.ms_compat or unit.dialect is Dialect.AMP
    limit = ("-ferror-limit=0",) if looks_at_all else ()
    rest = (*overlay, *limit, "-fsyntax-only", *language(unit), source_word(unit.source))
    parsed = ParsedUnit(tools.libclang, (*base[1:], *resources, *prefix, *rest))
    if prefix and any(is_refusal(message.text) for message in parsed.messages()):
        return ParsedUnit(tools.libclang, (*base[1:], *resources, *rest))
    return parsed


def _unforeseen(text: UnitText, parsed: ParsedUnit) -> UnitText | None:
    """The texts with what only the parse shows: files that the scan missed, and other spellings of paths.

    An edited file that clang opens under a spelling the overlay lacks would be read unedited, silently.
    """
    scanned = {os.path.abspath(path) for path in text.sources}
    spellings: dict[Path, tuple[str, ...]] = {}
    missed: list[Path] = []
    for name in parsed.included_files():
        if os.path.abspath(name) in scanned or not parsed.is_users_file(name):
            continue
        known = text.by_name.get(os.path.realpath(name))
        if known is not None:
            spellings[known] = (*spellings.get(known, ()), os.path.abspath(name))
        else:
            missed.append(Path(name))
    edited = {edit.file for edit in (*text.moves, *text.wraps, *text.exports)}
    if not missed and edited.isdisjoint(spellings):
        return None
    found = read_files(text.unit, missed)
    return replace(found, spellings=spellings)
