#include "stdafx.h"
#include "Binomial.h"

namespace
{
    struct Tree
    {
        float up;           // logarithm of one step up
        float discount;
        float probability;
    };

    Tree MakeTree(const FloatOption& o)
    {
        Tree tree;
        const float dt = o.maturity / BINOMIAL_STEPS;
        tree.up = o.volatility * sqrtf(dt);
        tree.discount = expf(-o.rate * dt);
        const float up = expf(tree.up), down = 1.0f / up;
        tree.probability = (expf(o.rate * dt) - down) / (up - down);
        return tree;
    }

    std::vector<Tree> MakeTrees(const std::vector<FloatOption>& portfolio)
    {
        std::vector<Tree> trees(portfolio.size());
        parallel_transform(portfolio.begin(), portfolio.end(), trees.begin(), MakeTree);
        return trees;
    }
}

std::wstring CBinomialAmp::Name() const
{
    return L"binomial, C++ AMP";
}

std::vector<float> CBinomialAmp::Price(const std::vector<FloatOption>& portfolio)
{
    static const int TileSize = BINOMIAL_STEPS;
    const int count = static_cast<int>(portfolio.size());
    const std::vector<Tree> trees = MakeTrees(portfolio);

    array<FloatOption, 1> options(count, portfolio.begin(), m_view);
    array<Tree, 1> parameters(count, trees.begin(), m_view);
    array<float, 1> prices(count, m_view);

    extent<1> threads(count * TileSize);
    parallel_for_each(m_view, threads.tile<TileSize>(), [&options, &parameters, &prices](tiled_index<TileSize> tidx) restrict(amp)
    {
        tile_static float values[TileSize + 1];
        tile_static Tree tree;
        tile_static FloatOption option;

        const int leaf = tidx.local[0];
        if (leaf == 0)
        {
            tree = parameters[tidx.tile];
            option = options[tidx.tile];
        }
        tidx.barrier.wait_with_tile_static_memory_fence();

        values[leaf] = option.Intrinsic(option.spot * precise_math::expf(tree.up * (2 * leaf - TileSize)));
        if (leaf == 0)
            values[TileSize] = option.Intrinsic(option.spot * precise_math::expf(tree.up * TileSize));
        tidx.barrier.wait_with_tile_static_memory_fence();

        for (int step = TileSize; step > 0; step--)
        {
            float value = 0.0f;
            if (leaf < step)
                value = tree.discount * (tree.probability * values[leaf + 1] + (1.0f - tree.probability) * values[leaf]);
            tidx.barrier.wait_with_tile_static_memory_fence();
            if (leaf < step)
                values[leaf] = value;
            tidx.barrier.wait_with_tile_static_memory_fence();
        }

        if (leaf == 0)
            prices[tidx.tile] = values[0];
    });

    return prices;
}

std::wstring CBinomialCpu::Name() const
{
    return L"binomial, CPU";
}

std::vector<float> CBinomialCpu::Price(const std::vector<FloatOption>& portfolio)
{
    const std::vector<Tree> trees = MakeTrees(portfolio);
    std::vector<float> prices(portfolio.size());
    parallel_for(0, static_cast<int>(portfolio.size()), [&](int i)
    {
        const FloatOption& o = portfolio[i];
        float values[BINOMIAL_STEPS + 1];
        for (int leaf = 0; leaf <= BINOMIAL_STEPS; leaf++)
            values[leaf] = o.Intrinsic(o.spot * expf(trees[i].up * (2 * leaf - BINOMIAL_STEPS)));
        for (int step = BINOMIAL_STEPS; step > 0; step--)
        {
            for (int leaf = 0; leaf < step; leaf++)
                values[leaf] = trees[i].discount * (trees[i].probability * values[leaf + 1]
                    + (1.0f - trees[i].probability) * values[leaf]);
        }
        prices[i] = values[0];
    });
    return prices;
}
