"""Which overloads are hidden from the other part: parameters that one argument can fit."""

from __future__ import annotations

import pytest

from hcpy.frontend.overloads import _Parameter
from hcpy.frontend.rules.types import is_host_class

T, ANY, NUMBER = _Parameter("T"), _Parameter("?"), _Parameter("number")
COMPLEX = _Parameter("instance", frozenset(("complex",)))
VECTOR = _Parameter("instance", frozenset(("vector",)), is_hosts=True)


@pytest.mark.parametrize(
    ("one", "other", "on_device", "converts", "fits"),
    [
        (T, COMPLEX, True, False, False),  # no T is an instance of a template over T
        (T, COMPLEX, True, True, True),  # but beside other arguments it may be converted to one
        (T, NUMBER, True, False, True),
        (T, VECTOR, True, True, False),  # kernels have no std::vector
        (ANY, VECTOR, True, True, False),
        (ANY, VECTOR, False, True, True),  # the CPU has: a template may be its better match
        (ANY, COMPLEX, True, False, True),
        (COMPLEX, COMPLEX, True, False, True),
        (COMPLEX, VECTOR, False, True, False),
        (NUMBER, NUMBER, True, False, True),
    ],
)
def test_one_argument_fits_both(
    one: _Parameter, other: _Parameter, on_device: bool, converts: bool, fits: bool
) -> None:
    assert one.competes(other, on_device, converts) == fits
    assert other.competes(one, on_device, converts) == fits


@pytest.mark.parametrize(
    ("name", "is_hosts"),
    [
        ("std::vector<T>", True),
        ("std::string", True),
        ("std::basic_string<char>", True),
        ("std::complex<float>", False),
        ("std::pair<int, int>", False),
        ("mine::vector<int>", False),
    ],
)
def test_classes_that_kernels_have_no_objects_of(name: str, is_hosts: bool) -> None:
    assert is_host_class(name) == is_hosts
