"""hcpy/passes/host/cfg.py: facts of graphs."""

from __future__ import annotations

import pytest

from hcpy.passes.host.cfg import immediate_dominators


@pytest.mark.parametrize("root", ["root", None])
def test_any_node_may_be_the_root(root: str | None) -> None:
    """None, too, which other graphs have for what is behind the last block."""
    graph: dict[str | None, list[str | None]] = {root: ["a"], "a": ["b", "c"], "b": ["d"], "c": ["d"]}
    assert immediate_dominators(graph, root) == {root: root, "a": root, "b": "a", "c": "a", "d": "a"}


def test_two_ways_from_the_root_meet_at_the_root() -> None:
    graph: dict[str | None, list[str | None]] = {None: ["a", "b"], "a": ["c"], "b": ["c"]}
    assert immediate_dominators(graph, None)["c"] is None
