"""The price of a European call option by Monte Carlo, beside the formula: `python options.py [PATHS]`.

Each work-item draws its own numbers from a counter: no state, so that the result is the same on every
accelerator.
"""

from __future__ import annotations

import math
import sys

import numpy as np

import hcpy

SOURCE = """
#include <hc_math.hpp>
#include <cstdint>
struct Option { float spot, strike, rate, volatility, years; };

std::uint32_t mixed(std::uint32_t x) [[hc]] {
  x ^= x >> 16; x *= 0x7feb352du;
  x ^= x >> 15; x *= 0x846ca68bu;
  return x ^ x >> 16;
}
void payoffs(hc::index<1> i, Option o, std::uint32_t seed, double* payoff) [[hc]] {
  const std::uint32_t base = mixed(seed + 2 * std::uint32_t(i[0]));
  const float u = (mixed(base) + 0.5f) * 2.3283064e-10f, v = mixed(base ^ 0x9e3779b9u) * 2.3283064e-10f;
  const float normal = hc::precise_math::sqrt(-2 * hc::precise_math::log(u)) *
                       hc::precise_math::cos(6.2831853f * v);
  const float drift = (o.rate - 0.5f * o.volatility * o.volatility) * o.years;
  const float spread = o.volatility * hc::precise_math::sqrt(o.years);
  const float end = o.spot * hc::precise_math::exp(drift + spread * normal);
  payoff[i[0]] = end > o.strike ? end - o.strike : 0;
}
"""
OPTION = {"spot": 100, "strike": 105, "rate": 0.05, "volatility": 0.2, "years": 1}


def simulated(paths: int, seed: int = 1) -> tuple[float, float]:
    """The price and its standard error."""
    payoffs = hcpy.compile(SOURCE).payoffs
    found = np.zeros(paths)
    hcpy.parallel_for_each(hcpy.extent(paths), payoffs, OPTION, seed, hcpy.array_view(found)).wait()
    discount = math.exp(-OPTION["rate"] * OPTION["years"])
    return discount * float(found.mean()), discount * float(found.std()) / math.sqrt(paths)


def exact() -> float:
    """Black and Scholes."""
    s, k, r, v, t = OPTION.values()
    d1 = (math.log(s / k) + (r + v * v / 2) * t) / (v * math.sqrt(t))

    def normal(x: float) -> float:
        return 0.5 * (1 + math.erf(x / math.sqrt(2)))

    return s * normal(d1) - k * math.exp(-r * t) * normal(d1 - v * math.sqrt(t))


if __name__ == "__main__":
    price, error = simulated(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
    word = "PASSED" if abs(price - exact()) < 5 * error else "FAILED"
    print(f"{word}: {price:.4f} +- {error:.4f}, the formula says {exact():.4f}")
