"""The way over directives, forwards and backwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcpy.frontend.text.branches import Forwards, before_directives, crosses_directives
from hcpy.frontend.text.lexer import SourceText


def source_of(text: str) -> SourceText:
    return SourceText(Path("a.cpp"), text)


def at(source: SourceText, word: str) -> int:
    return next(i for i, t in enumerate(source.tokens) if t.text == word)


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("a\n#ifdef X\nb\n#endif\nc\n", "a", "b"),
        ("a\n#pragma y\n#define Z 1\nb\n", "a", "b"),
        ("#ifdef X\na\n#else\nb\n#endif\nc\n", "a", "c"),
        ("#if X\na\n#elif Y\n#if Z\nb\n#endif\n#else\nd\n#endif\nc\n", "a", "c"),
        ("#ifdef X\na\n#endif\nc\n", "a", "c"),
        ("a\nb\n", "a", "b"),
    ],
)
def test_forwards(text: str, last: str, first: str) -> None:
    source = source_of(text)
    assert source.text_of(Forwards(source.tokens).behind(at(source, last) + 1)) == first


def test_all_branches_of_an_if_that_was_entered() -> None:
    source = source_of("a\n#ifdef X\nb\n#else\nc\n#endif\nd\n")
    forwards, found, i = Forwards(source.tokens), [], at(source, "a")
    while (i := forwards.behind(i + 1)) < len(source.tokens):
        found.append(source.text_of(i))
    assert found == ["b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("a\n#ifdef X\nb\n#endif\nc\n", "b", "a"),
        ("a\n#ifdef X\nb\n#endif\nc\n", "c", "b"),
        ("a\n#ifdef X\nb\n#elif Y\nd\n#else\nc\n#endif\n", "c", "a"),
        ("a\n#if X\n#ifdef Y\nb\n#else\nd\n#endif\n#else\nc\n#endif\n", "c", "a"),
        ("a\n#pragma y\nc\n", "c", "a"),
    ],
)
def test_backwards(text: str, last: str, first: str) -> None:
    source = source_of(text)
    assert source.text_of(before_directives(source.tokens, at(source, last) - 1)) == first


def test_nothing_is_before_the_first_directive() -> None:
    source = source_of("#ifdef X\nb\n#endif\n")
    assert before_directives(source.tokens, at(source, "b") - 1) == -1


def test_a_directive_between() -> None:
    source = source_of("a\n#ifdef X\nb\n#endif\nc\nd\n")
    assert crosses_directives(source.tokens, at(source, "a"), at(source, "c"))
    assert not crosses_directives(source.tokens, at(source, "c"), at(source, "d"))
