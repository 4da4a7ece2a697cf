"""tests/bench/scaling.py: its models find the costs that figures were made with, and predict more ranks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
import scaling
from scaling import Kernel, Line, Model

KERNEL, LINK = Kernel(Line(5e-6, 2e-9)), Line(1e-5, 1e-10)


def figures_of(model: Model) -> dict[int, dict[str, float]]:
    words = scaling.HOST.fit
    made = {n: {word: model.seconds(scaling.share_of(n, word)) for word in words} for n in (1, 2)}
    made[2] |= {word: model.link(float(word.split(":")[1])) for word in scaling.LINKS}
    return made


@pytest.mark.parametrize("what", ["jacobi", "ring"])
def test_finds_the_costs(what: str) -> None:
    made = Model(KERNEL, LINK, 1.5, LINK.each)
    found = scaling.fitted(what, figures_of(made), scaling.HOST.fit)
    costs = (*found.kernel.line, *found.link, found.part, found.chain)
    for one, other in zip(costs, (*KERNEL.line, *LINK, 1.5, LINK.each), strict=True):
        assert one == pytest.approx(other)
    share = scaling.share_of(4, scaling.HOST.check[0])
    assert found.seconds(share) == pytest.approx(made.seconds(share))


def test_a_device_that_is_not_filled() -> None:
    """So many work-items cost a turn the same; from there on, the line."""
    points = [(1000, 10, 5e-6), (2000, 10, 5.2e-6), (8000, 10, 20e-6), (16000, 10, 40e-6)]
    found = scaling.kernel_of(points)
    assert found(500, 100) == found(2000, 100) == pytest.approx(51e-6)
    assert found(16000, 10) == pytest.approx(40e-6)
    assert scaling.kernel_of(points[2:]).filled == 0


def test_a_chain_of_messages() -> None:
    """A round takes what its chain takes, however short its kernels are and however many its messages."""
    made = Model(KERNEL, LINK, 0.1, 1e-3)
    found = scaling.fitted("jacobi", figures_of(made), scaling.HOST.fit)
    assert found.chain == pytest.approx(1e-3, rel=0.05)
    assert found.seconds(scaling.jacobi(4, 256, 1024)) == pytest.approx(1e-3, rel=0.05)


def test_says_where_it_need_not_hold() -> None:
    """Shares larger than all that were fitted, and rounds whose kernels are shorter than their messages."""
    found = scaling.fitted("jacobi", figures_of(Model(KERNEL, LINK, 0.1, 1e-3)), scaling.HOST.fit)
    assert found.doubt(scaling.jacobi(4, 2048, 2048)) == ""
    assert found.doubt(scaling.jacobi(4, 4096, 2048)) == "larger than fitted"
    assert found.doubt(scaling.jacobi(4, 1024, 1024)) == "waits for messages"
    assert found.doubt(scaling.jacobi(1, 256, 1024)) == ""  # a rank alone has none


def test_no_cost_is_negative() -> None:
    assert scaling.fit([(1, 1.0), (2, 3.0), (3, 5.0)]).each == 0
    assert scaling.fit([(1, 3.0), (2, 2.0), (3, 1.0)]).unit == 0


def test_shares() -> None:
    assert scaling.jacobi(1, 64, 32).messages == 0
    assert scaling.jacobi(2, 64, 32) == (1, 1024, 1, 1, 128)
    assert scaling.jacobi(1024, 4096, 32) == (1, 128, 1, 2, 128)  # an inner rank has two neighbours
    assert scaling.ring(1, 64) == (1, 64, 64, 0, 1024)
    assert scaling.ring(4, 64) == (4, 16, 16, 4, 256)


def test_a_round_takes_what_its_messages_take() -> None:
    """Kernels that are too short hide nothing; a network comes on top of all."""
    hidden = Model(KERNEL, LINK, 0, 2e-5)
    share = scaling.jacobi(1024, 1024, 1000)
    assert hidden.seconds(share) == pytest.approx(2e-5 + LINK.unit * 4000)
    large = scaling.jacobi(4, 10000, 1000)
    assert hidden.seconds(large) == KERNEL(2.5e6, 1)
    assert hidden.seconds(large, wire=Line(1, 0)) == KERNEL(2.5e6, 1) + 2
    assert hidden.seconds(large, turns=2) == 2 * KERNEL(2.5e6, 1)
