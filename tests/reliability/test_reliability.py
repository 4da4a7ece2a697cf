"""The reliability tests in the sizes of each commit; run.py has the full ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from outcomes import Context
from programs import Programs, usable_devices
from shrink import shrink
from suite import TESTS


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    folder: Path = tmp_path_factory.mktemp("reliability")
    return Context(Programs(folder), usable_devices(), nightly=False, seed=1)


# T5 and T9 build the runtime anew, with sanitizers.
@pytest.mark.parametrize("test", [name for name in TESTS if name not in ("T5", "T9")])
def test_reliability(context: Context, test: str) -> None:
    for found in TESTS[test](context):
        assert found.failures == 0, f"{found.row}\n{found.words}"


def test_a_failing_graph_is_shrunk() -> None:
    text = "graph 1 1\nqueue 0 0\n" + "".join(f"op {n} affine\n" for n in range(40))
    small = shrink(text, lambda candidate: "op 7 " in candidate and "op 23 " in candidate)
    assert small == "graph 1 1\nqueue 0 0\nop 7 affine\nop 23 affine\n"
