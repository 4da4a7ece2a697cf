"""Symbols as people read them."""

from __future__ import annotations

import pytest

from hcpy.core.demangle import class_or_function, demangle, function_name, kernel_name


@pytest.mark.parametrize(
    "symbol, readable, short",
    [
        ("_ZZ5saxpyjfPKfPfENKUliE_clEi", None, "saxpy::lambda"),
        ("_ZNK2ns7FunctorIiEclEi", "ns::Functor<int>::operator()(int) const", "ns::Functor<int>"),
        ("_Z3fooi", "foo(int)", "foo"),
        # clang's condition of an overload, which no program sees
        ("_ZN1a1bC1EUa9enable_ifIXeqLi1ELi1EEEi", "a::b::b(int)", "a::b::b"),
        ("_ZN1a1bC1EUa9enable_ifILb1EEi", "a::b::b(int)", "a::b::b"),
        ("plain_c", "plain_c", "plain_c"),
    ],
)
def test_demangling(symbol: str, readable: str | None, short: str) -> None:
    if readable is not None:
        assert demangle(symbol) == readable
    assert kernel_name(symbol) == short


@pytest.mark.parametrize(
    "symbol, name",
    [
        ("_ZN1a1bIiEC1Ei", "b"),
        ("_ZNK1a1bIS0_IiEE1cIiEEvi", "c"),
        ("_ZN1a1cEv", "c"),
        ("c", "c"),
        ("_ZNKSt8functionIFiiEEclEi", "operator()"),
        ("_ZlsRSoi", "operator<<"),
        ("_ZN1SltERKS_", "operator<"),
        ("_ZN1SrsIiEEvT_", "operator>>"),
        ("_ZN1SlsIiEEvT_", "operator<<"),
    ],
)
def test_names_of_functions_in_instances(symbol: str, name: str) -> None:
    assert function_name(symbol) == name


@pytest.mark.parametrize(
    "symbol, name",
    [
        ("_ZNSt6vectorIiSaIiEEC1EmRKS0_", "std::vector"),
        ("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc", "std::string"),
        ("_ZSt11make_uniqueIiJiEENSt8__detail9_MakeUniqIT_E15__single_objectEDpOT0_", "std::make_unique"),
    ],
)
def test_class_or_function(symbol: str, name: str) -> None:
    assert class_or_function(symbol) == name
