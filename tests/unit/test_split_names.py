"""Kernel names that hold a tag lose the counts of closures; others stay."""

from __future__ import annotations

from hcpy.core.model import Location
from hcpy.frontend.names import hosts_names, kernel_tag, normalise_kernel_name


def test_counts_of_closures_go_where_a_tag_stands() -> None:
    host = (
        "_ZTSN4hcrt6detail10FlatKernelILi1ENS0_5namedIZ4mainE17hcpy_kernel_20_12"
        "Z4mainEUlN2hc5indexILi1EEEE0_EEEE"
    )
    device = host.replace("E0_E", "E_E")
    assert host != device
    assert normalise_kernel_name(host) == normalise_kernel_name(device)


def test_counts_of_enclosing_closures_and_unnamed_types_go() -> None:
    one = "ZZ4mainENKUlvE_clEvE17hcpy_kernel_22_30ZZ4mainENKS3_clEvEUlvE_Ut_"
    two = "ZZ4mainENKUlvE12_clEvE17hcpy_kernel_22_30ZZ4mainENKS3_clEvEUlvE3_Ut4_"
    assert normalise_kernel_name(one) == normalise_kernel_name(two)


def test_kernels_at_different_places_keep_different_names() -> None:
    name = "Z4mainE17hcpy_kernel_20_12Z4mainEUlvE_"
    assert normalise_kernel_name(name) != normalise_kernel_name(name.replace("20_12", "21_12"))


def test_names_without_a_tag_stay() -> None:
    assert normalise_kernel_name("_ZTSZ4mainEUlvE0_") == "_ZTSZ4mainEUlvE0_"


def test_tags() -> None:
    assert kernel_tag(Location("a.cpp", 3, 7), True) == "hcpy_kernel_3_7"
    assert kernel_tag(Location("x/my-a.hpp", 3, 7), False) == "hcpy_kernel_3_7_my_a_hpp"


def test_kernels_that_differ_in_counts_come_in_one_order() -> None:
    name = "_ZTSN4hcrt6detail12TaggedKernelILi1EvZ6launchIZ4mainEUliE%s_EviT_E16hcpy_kernel_2_86EE"
    host, device = [name % n for n in ("", "0", "10")], [name % n for n in ("1", "2", "11")]
    assert hosts_names(host, reversed(device)) == dict(zip(device, host, strict=True))
    assert hosts_names(host, device[:2]) == {}  # one of them is missing: which?
    assert hosts_names(["_Z1kv"], ["_Z1kv", "_Z1lv"]) == {"_Z1kv": "_Z1kv"}
