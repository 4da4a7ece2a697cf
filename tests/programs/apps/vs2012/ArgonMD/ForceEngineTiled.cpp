#include "stdafx.h"
#include "ForceEngine.h"

using namespace concurrency;

//
// Each tile loads TileSize positions at a time into tile_static memory; each thread sums
// the forces on its own atom.
//
template <int TileSize>
void ForceEngineTiled<TileSize>::Compute(ParticleSystem& system)
{
    const int count = system.Count();
    const LJParams params = system.Params();
    const auto& positions = system.Positions();
    auto& forces = system.Forces();

    tiled_extent<TileSize> domain = positions.extent.tile<TileSize>().pad();
    parallel_for_each(domain, [=, &positions, &forces](tiled_index<TileSize> tidx) restrict(amp)
    {
        tile_static float_4 shared[TileSize];

        const int i = tidx.global[0];
        const float_4 mine = i < count ? positions[i] : float_4(0.0f);
        float fx = 0.0f, fy = 0.0f, fz = 0.0f, energy = 0.0f;

        for (int start = 0; start < count; start += TileSize)
        {
            const int j = start + tidx.local[0];
            if (j < count)
                shared[tidx.local[0]] = positions[j];
            tidx.barrier.wait();

            const int limit = direct3d::imin(TileSize, count - start);
            for (int k = 0; k < limit; ++k)
            {
                if (start + k != i)
                    AddPair(mine, shared[k], params, fx, fy, fz, energy);
            }
            tidx.barrier.wait();
        }

        if (i < count)
            forces[i] = float_4(fx, fy, fz, energy);
    });
}

ForceEnginePtr CreateForceEngine(ForceEngineKind kind)
{
    switch (kind)
    {
    case ForceEngineKindTiled:
        return ForceEnginePtr(new ForceEngineTiled<64>());
    case ForceEngineKindCells:
        return ForceEnginePtr(new ForceEngineCells());
    default:
        assert(false);
        return nullptr;
    }
}
