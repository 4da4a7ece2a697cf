#include "StdAfx.h"
#include "ForceEngine.h"

using namespace Concurrency;

namespace
{
    inline int CellCoordinate(float x, float box, int cells) restrict(amp)
    {
        const int c = static_cast<int>(x / box * cells);
        return c < 0 ? 0 : (c >= cells ? cells - 1 : c);
    }

    inline int CellNumber(int x, int y, int z, int cells) restrict(amp)
    {
        return (z * cells + y) * cells + x;
    }

    // Neighbours beyond the box's faces are those on its other side.
    inline int Wrap(int c, int cells) restrict(amp)
    {
        return (c + cells) % cells;
    }
}

void ForceEngineCells::CreateCells(const LJParams& params, const accelerator_view& view)
{
    m_cellsPerSide = (std::max)(3, static_cast<int>(params.box / sqrtf(params.cutoff2)));
    const int cells = m_cellsPerSide * m_cellsPerSide * m_cellsPerSide;
    m_counts = std::unique_ptr<array<int>>(new array<int>(cells, view));
    m_atoms = std::unique_ptr<array<int, 2>>(new array<int, 2>(cells, MaxAtomsPerCell, view));
}

void ForceEngineCells::FillCells(ParticleSystem& system)
{
    const int cells = m_cellsPerSide;
    const float box = system.Params().box;
    const array<float_4, 1>& positions = system.Positions();
    array<int, 1>& counts = *m_counts;
    array<int, 2>& atoms = *m_atoms;

    parallel_for_each(counts.extent, [&counts](index<1> idx) restrict(amp) { counts[idx] = 0; });

    parallel_for_each(positions.extent, [=, &positions, &counts, &atoms](index<1> idx) restrict(amp)
    {
        const float_4 p = positions[idx];
        const int cell = CellNumber(CellCoordinate(p.x, box, cells),
                                    CellCoordinate(p.y, box, cells),
                                    CellCoordinate(p.z, box, cells), cells);
        const int slot = atomic_fetch_inc(&counts[cell]);
        if (slot < MaxAtomsPerCell)
            atoms(cell, slot) = idx[0];
    });
}

void ForceEngineCells::Compute(ParticleSystem& system)
{
    if (m_cellsPerSide == 0)
        CreateCells(system.Params(), system.Positions().accelerator_view);
    FillCells(system);

    const int cells = m_cellsPerSide;
    const LJParams params = system.Params();
    const array<float_4, 1>& positions = system.Positions();
    const array<int, 1>& counts = *m_counts;
    const array<int, 2>& atoms = *m_atoms;
    array<float_4, 1>& forces = system.Forces();

    parallel_for_each(positions.extent, [=, &positions, &counts, &atoms, &forces](index<1> idx) restrict(amp)
    {
        const float_4 mine = positions[idx];
        const int cx = CellCoordinate(mine.x, params.box, cells);
        const int cy = CellCoordinate(mine.y, params.box, cells);
        const int cz = CellCoordinate(mine.z, params.box, cells);
        float fx = 0.0f, fy = 0.0f, fz = 0.0f, energy = 0.0f;

        for (int dz = -1; dz <= 1; dz++)
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                {
                    const int cell = CellNumber(Wrap(cx + dx, cells), Wrap(cy + dy, cells), Wrap(cz + dz, cells), cells);
                    const int count = counts[cell];
                    for (int s = 0; s < count && s < MaxAtomsPerCell; s++)
                    {
                        const int j = atoms[cell][s];
                        if (j != idx[0])
                            AddPair(mine, positions[j], params, fx, fy, fz, energy);
                    }
                }

        forces[idx] = float_4(fx, fy, fz, energy);
    });
}
