"""tests/bench/scaling.py: its models find the costs that figures were made with, and predict more ranks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
import scaling
from scaling import Line, Model

KERNEL, LINK = Line(5e-6, 2e-9), Line(1e-5, 1e-10)


def figures_of(model: Model) -> dict[int, dict[str, float]]:
    words = scaling.HOST.fit
    made = {n: {word: model.seconds(scaling.share_of(n, word)) for word in words} for n in (1, 2)}
    made[2] |= {word: model.link(float(word.split(":")[1])) for word in scaling.LINKS}
    return made


@pytest.mark.parametrize("what", ["jacobi", "ring"])
def test_finds_the_costs(what: str) -> None:
    made = Model(KERNEL, LINK, 1.5)
    found = scaling.fitted(what, figures_of(made), scaling.HOST.fit)
    for one, other in zip((*found.kernel, *found.link, found.part), (*KERNEL, *LINK, 1.5), strict=True):
        assert one == pytest.approx(other)
    share = scaling.share_of(4, scaling.HOST.check[0])
    assert found.seconds(share) == pytest.approx(made.seconds(share))


def test_no_cost_is_negative() -> None:
    assert scaling.fit([(1, 1.0), (2, 3.0), (3, 5.0)]).each == 0
    assert scaling.fit([(1, 3.0), (2, 2.0), (3, 1.0)]).unit == 0


def test_shares() -> None:
    assert scaling.jacobi(1, 64, 32).messages == 0
    assert scaling.jacobi(2, 64, 32) == (1, 1024, 1, 128)
    assert scaling.jacobi(1024, 4096, 32) == (1, 128, 2, 128)  # an inner rank has two neighbours
    assert scaling.ring(1, 64) == (1, 4096, 0, 1024)
    assert scaling.ring(4, 64) == (4, 256, 4, 256)


def test_a_round_takes_what_its_messages_take() -> None:
    """Kernels that are too short hide nothing; a network comes on top of all."""
    hidden = Model(KERNEL, LINK, 0)
    share = scaling.jacobi(1024, 1024, 1000)
    assert hidden.seconds(share) == 2 * LINK(4000)
    large = scaling.jacobi(4, 10000, 1000)
    assert hidden.seconds(large) == KERNEL(2.5e6)
    assert hidden.seconds(large, wire=Line(1, 0)) == KERNEL(2.5e6) + 2
    assert hidden.seconds(large, turns=2) == 2 * KERNEL(2.5e6)
