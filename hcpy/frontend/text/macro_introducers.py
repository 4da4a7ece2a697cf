"""C++ AMP: macros that write a lambda's introducer, or what it captures by reference, without its body.

What a lambda captures is read in the text, where edits wrap it, so such macros are expanded there. No other
macro is.

Takes: the files of a unit.
Gives: the files with the uses written out; the lines stay, columns behind a use move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hcpy.core.dataclass import dataclass, replace
from hcpy.frontend.text.annotation_macros import definitions
from hcpy.frontend.text.lexer import SourceText

_ROUNDS = 4  # arguments may be such macros
_ENDS_OPERAND = frozenset((")", "]"))
_LISTED = frozenset(("&", ",", "=", "...", "*", "this"))


@dataclass(frozen=True)
class _Macro:
    source: SourceText
    first: int  # the body's tokens
    last: int
    parameters: tuple[str, ...] | None
    is_list: bool  # captures alone, which an introducer may have

    @property
    def text(self) -> str:
        return self.written({})

    def written(self, arguments: Mapping[str, str]) -> str:
        """The body on one line, with arguments in their places."""
        tokens, pieces = self.source.tokens, list[str]()
        for at in range(self.first, self.last):
            pieces.append(arguments.get(tokens[at].text, tokens[at].text))
            is_apart = at + 1 < self.last and tokens[at].end != tokens[at + 1].begin
            pieces += [" "] if is_apart else []
        return "".join(pieces)


def expanded(files: Mapping[str, SourceText], kept: Iterable[SourceText]) -> dict[str, SourceText]:
    """The files; `kept` are those whose text must stay as it is."""
    untouched = [source.path for source in kept]
    made = dict(files)
    for _ in range(_ROUNDS):
        macros = _macros(made.values())
        before = made
        made = {
            name: source if source.path in untouched else _expand(source, macros)
            for name, source in before.items()
        }
        if all(made[name] is source for name, source in before.items()):
            break
    return made


def _macros(sources: Iterable[SourceText]) -> dict[str, _Macro]:
    """By name: those that all definitions agree about."""
    found: dict[str, list[_Macro | None]] = {}
    for source in sources:
        if "define" in source.text and "[" in source.text and "restrict" in source.text:
            for name, _, first, last in definitions(source):
                found.setdefault(name.removesuffix("("), []).append(_macro(source, name, first, last))
    ended = set(_undefined(sources)) if found else set()
    return {
        name: made[0]
        for name, made in found.items()
        if name not in ended
        and made[0] is not None
        and all(m is not None and m.text == made[0].text for m in made)
    }


def _undefined(sources: Iterable[SourceText]) -> Iterator[str]:
    for source in sources:
        for i, token in enumerate(source.tokens if "undef" in source.text else ()):
            if token.text == "undef" and token.directive:
                yield source.text_of(i + 1)


def _macro(source: SourceText, name: str, first: int, last: int) -> _Macro | None:
    words = [source.text_of(i) for i in range(first, last)]
    if "#" in words or "##" in words or "{" in words:
        return None
    parameters = None
    if name.endswith("("):
        listed = [source.text_of(i) for i in range(source.partners[first - 1] + 1, first - 1)]
        parameters = tuple("__VA_ARGS__" if p == "..." else p for p in listed if p != ",")
    if "&" in words and all(w in _LISTED or w.isidentifier() for w in words) and _is_list(words):
        return _Macro(source, first, last, parameters, is_list=True)
    if any(_introduces(source, first, i, last, parameters or ()) for i in range(first, last)):
        return _Macro(source, first, last, parameters, is_list=False)
    return None


def _is_list(words: list[str]) -> bool:
    """Captures with commas between them, no expression such as `a & b`."""
    return all(w != "&" or before in ("", ",") for before, w in zip(["", *words], words, strict=False))


def _introduces(source: SourceText, first: int, at: int, last: int, parameters: tuple[str, ...]) -> bool:
    """Does a [ of the body open captures by reference, or such that the macro is given?"""
    close = source.partners[at]
    if source.text_of(at) != "[" or not at < close < last or source.text_of(at + 1) == "[":
        return False
    before = source.tokens[at - 1]
    if at > first and (before.text == "[" or before.kind == "name" or before.text in _ENDS_OPERAND):
        return False
    inner = [source.text_of(i) for i in range(at + 1, close)]
    return "&" in inner or not set(inner).isdisjoint(parameters)


def _expand(source: SourceText, macros: Mapping[str, _Macro]) -> SourceText:
    if not any(name in source.text for name in macros):
        return source
    text, end, pieces = source.text, 0, list[str]()
    for i, token in enumerate(source.tokens):
        macro = macros.get(token.text) if token.kind == "name" and not token.directive else None
        if macro is None or token.begin < end or (macro.is_list and not _is_in_introducer(source, i)):
            continue
        if macro.source is source and i < macro.first:
            continue  # no macro yet
        last = source.partners[i + 1] if source.text_of(i + 1) == "(" else -1
        given = list(_arguments(source, i + 1, last)) if macro.parameters is not None and last > i else []
        arguments = _named(macro, given)
        if arguments is None or (macro.parameters is not None and last < 0):
            continue
        stop = source.tokens[last if macro.parameters is not None else i].end
        lines = text[token.begin : stop].count("\n")
        pieces += [text[end : token.begin], macro.written(arguments), "\n" * lines]
        end = stop
    return replace(source, text="".join((*pieces, text[end:])), converted=True) if pieces else source


def _is_in_introducer(source: SourceText, at: int) -> bool:
    if source.text_of(at - 1) not in ("[", ","):
        return False
    while at >= 0 and source.text_of(at) not in ("[", "(", ";", "{", "}"):
        at = (source.partners[at] if 0 <= source.partners[at] < at else at) - 1
    return source.text_of(at) == "["


def _arguments(source: SourceText, opens: int, closes: int) -> Iterator[str]:
    """The texts between a use's parentheses, each on one line."""
    at = begin = opens + 1
    while at <= closes:
        if at == closes or source.text_of(at) == ",":
            tokens = source.tokens[begin:at]
            words = source.text[tokens[0].begin : tokens[-1].end] if tokens else ""
            yield " ".join(words.split())
            begin = at + 1
        at = max(at, source.partners[at] if source.text_of(at) in ("(", "{", "[") else at) + 1


def _named(macro: _Macro, given: list[str]) -> dict[str, str] | None:
    """The arguments by the parameters' names; None: they are not as many."""
    parameters = macro.parameters or ()
    if parameters[-1:] == ("__VA_ARGS__",):
        fixed = len(parameters) - 1
        given = [*given[:fixed], ", ".join(given[fixed:])]
    if parameters == () and given == [""]:
        given = []
    return dict(zip(parameters, given, strict=True)) if len(parameters) == len(given) else None
