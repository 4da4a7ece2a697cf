"""Arguments of wrong kinds outside of launches, copies of what can't be copied, damaged files."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from python_support import on_host  # noqa: F401

import hcpy

SOURCE = """#include <complex>
void add(hc::index<1> i, float* x, float by = 1) [[hc]] { x[i[0]] += by; }
void turn(hc::index<1> i, std::complex<float> by) [[hc]] {}
"""
E = hcpy.extent(4)


def module() -> Any:
    return hcpy.compile(SOURCE)


def view() -> Any:
    return hcpy.array_view(np.zeros(4, np.float32))


class _BadInterface:
    __array_interface__: ClassVar[Any] = {"shape": (4,)}


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: module().add(E, view(), view="host"), "view= takes an accelerator or a view of one"),
        (lambda: hcpy.array(4, view="host"), "view= takes an accelerator or a view of one"),
        (lambda: hcpy.task_graph("host"), "view= takes an accelerator or a view of one"),
        (lambda: view().synchronize_to(3), "view= takes an accelerator or a view of one"),
        (lambda: module().add(E, view(), after=3), "after= takes a list of futures, not int 3"),
        (lambda: module().add(E, view(), after=module().add(E, view())), "after= takes a list of futures"),
        (lambda: module().add(E, view(), after=[3]), "after= takes a list of futures, not int 3"),
        (lambda: hcpy.when_all([3]), "when_all() takes a list of futures, not int 3"),
        (lambda: module().add(E, view(), 10**400), "is out of the range of float32"),
        (lambda: module().turn(E, 10**400), "is out of the range of complex64"),
        (lambda: E.tile(2, dynamic_group_bytes=1.5), "dynamic_group_bytes is an integer, not 1.5"),
        (lambda: view().section(0, 1), "a section takes an integer for each dimension"),
        (lambda: view().section((0.5,), (1,)), "a section takes an integer for each dimension"),
        (lambda: hcpy.accelerator(3), "an accelerator's name is a string"),
        (lambda: module()[3], "kernels have names; given int 3"),
        (lambda: hcpy.compile(None), "takes C++ text or the path of a file"),
        (lambda: hcpy.compile(SOURCE, target=3), "target= takes a string"),
        (lambda: hcpy.array_view(_BadInterface()), "_BadInterface can't be viewed"),
    ],
)
def test_wrong_kinds(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(hcpy.HcpyError) as caught:
        call()
    assert text in str(caught.value)


def test_numbers_of_numpy_are_extents() -> None:
    x = view()
    module().add(np.prod((2, 2)), x).wait()
    assert x.numpy().tolist() == [1, 1, 1, 1]
    assert hcpy.tiled_extent(4, 2) == E.tile(2)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_work_is_not_copied(make: Callable[[Any], Any]) -> None:
    x = view()
    future = module().add(E, x)
    with hcpy.task_graph() as graph:
        module().add(E, x)
    for single in (future, future.event, graph, x.memory):
        with pytest.raises(hcpy.ArgumentError, match="can't be copied or pickled"):
            make(single)
    future.wait()

    async def await_it() -> None:
        await module().add(E, x)

    asyncio.run(await_it())
    assert x.numpy().tolist() == [2, 2, 2, 2]


def test_damaged_modules(tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    module().save(saved)
    content = saved.read_bytes()
    for damaged in (content[:-50], content[:8], content[:8] + pickle.dumps(3)):
        saved.write_bytes(damaged)
        with pytest.raises(hcpy.UsageError, match="is damaged"):
            hcpy.load(saved)


def test_diagnostics_have_places() -> None:
    with pytest.raises(hcpy.CompileError) as caught:
        hcpy.compile("\nvoid k(hc::index<1> i) [[hc]] { y; }", name="mine")
    found: Any = caught.value.diagnostics[0]
    assert (found.file, found.line, found.column) == ("mine", 2, 33)
