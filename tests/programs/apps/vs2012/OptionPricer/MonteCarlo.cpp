#include "stdafx.h"
#include "MonteCarlo.h"

CMonteCarlo::CMonteCarlo(const std::vector<accelerator>& accelerators, int paths, int steps)
    : m_accelerators(accelerators), m_paths(paths), m_steps(steps)
{
}

std::wstring CMonteCarlo::Name() const
{
    std::wostringstream name;
    name << L"Monte Carlo on " << m_accelerators.size() << (m_accelerators.size() == 1 ? L" accelerator" : L" accelerators");
    return name.str();
}

namespace
{
    // One path's price at maturity: two steps at a time.
    template <typename Exp>
    float PathEnd(XorWow& random, const FloatOption& o, int steps, const Exp& exponential) restrict(cpu)
    {
        const float dt = o.maturity / steps;
        const float drift = (o.rate - 0.5f * o.volatility * o.volatility) * dt;
        const float spread = o.volatility * sqrtf(dt);
        float logarithm = 0.0f;
        for (int s = 0; s < steps; s += 2)
        {
            float a, b;
            NormalPair(random, a, b);
            logarithm += 2 * drift + spread * (a + b);
        }
        return o.spot * exponential(logarithm);
    }
}

std::vector<float> CMonteCarlo::PriceOn(accelerator_view view, const std::vector<FloatOption>& portfolio, int first, int last) const
{
    const int contracts = last - first;
    const int threads = m_paths / PathsPerThread;
    const int steps = m_steps;

    array<FloatOption, 1> options(contracts, portfolio.begin() + first, portfolio.begin() + last, view);
    array<float, 2> sums(contracts, threads, view);

    parallel_for_each(view, sums.extent, [=, &options, &sums](index<2> idx) restrict(amp)
    {
        const FloatOption o = options[idx[0]];
        const float dt = o.maturity / steps;
        const float drift = (o.rate - 0.5f * o.volatility * o.volatility) * dt;
        const float spread = o.volatility * precise_math::sqrtf(dt);
        XorWow random((first + idx[0]) * threads + idx[1] + 1);

        float sum = 0.0f;
        for (int path = 0; path < PathsPerThread; path++)
        {
            float logarithm = 0.0f;
            for (int s = 0; s < steps; s += 2)
            {
                float a, b;
                NormalPair(random, a, b);
                logarithm += 2 * drift + spread * (a + b);
            }
            sum += o.Intrinsic(o.spot * precise_math::expf(logarithm));
        }
        sums[idx] = sum;
    });

    array<float, 1> prices(contracts, view);
    const int paths = m_paths;
    parallel_for_each(view, prices.extent, [=, &options, &sums, &prices](index<1> idx) restrict(amp)
    {
        float total = 0.0f;
        for (int t = 0; t < threads; t++)
            total += sums(idx[0], t);
        const auto& o = options[idx];
        prices[idx] = total / paths * precise_math::exp(-o.rate * o.maturity);
    });

    std::vector<float> result(contracts);
    copy(prices, result.begin());
    return result;
}

std::vector<float> CMonteCarlo::Price(const std::vector<FloatOption>& portfolio)
{
    const int count = static_cast<int>(portfolio.size());
    const int parts = static_cast<int>(m_accelerators.size());

    std::vector<std::future<std::vector<float>>> futures;
    for (int p = 0; p < parts; p++)
    {
        const int first = count * p / parts, last = count * (p + 1) / parts;
        accelerator_view view = m_accelerators[p].create_view(queuing_mode_immediate);
        futures.push_back(std::async(std::launch::async, [=, &portfolio]()
        {
            return PriceOn(view, portfolio, first, last);
        }));
    }

    std::vector<float> prices;
    for (auto& f : futures)
    {
        auto part = f.get();
        prices.insert(prices.end(), part.begin(), part.end());
    }
    return prices;
}

std::vector<float> CMonteCarlo::PriceOnCpu(const std::vector<FloatOption>& portfolio) const
{
    std::vector<float> prices(portfolio.size());
    const int threads = m_paths / PathsPerThread;
    task_group tasks;
    for (size_t i = 0; i < portfolio.size(); i++)
    {
        tasks.run([this, i, threads, &prices, &portfolio]
        {
            const FloatOption& o = portfolio[i];
            float total = 0.0f;
            for (int t = 0; t < threads; t++)
            {
                XorWow random(static_cast<unsigned int>(i * threads + t + 1));
                float sum = 0.0f;
                for (int path = 0; path < PathsPerThread; path++)
                    sum += o.Intrinsic(PathEnd(random, o, m_steps, [](float x) { return expf(x); }));
                total += sum;
            }
            prices[i] = total / m_paths * expf(-o.rate * o.maturity);
        });
    }
    tasks.wait();
    return prices;
}
