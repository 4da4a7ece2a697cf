#pragma once

#include "Solver.h"

//
// The same in two kernels with array_views over the vectors of the CPU: collision in place
// in tiles, then streaming into a view without contents.
//
template <typename Real>
class CViewSolver : public CSolverBase<Real>
{
public:
    static const int TILE = 16;

    CViewSolver(int nWidth, int nHeight, Real omega, Real force)
        : CSolverBase<Real>(nWidth, nHeight, omega, force)
    {
    }

    virtual LPCTSTR GetName() const { return _T("C++ AMP, views"); }

    virtual void Run(int nSteps)
    {
        Field other(m_distribution.size());
        for (int n = 0; n < nSteps; n++)
        {
            Collision(m_distribution);
            Streaming(m_distribution, other);
            m_distribution.swap(other);
        }
    }

private:
    void Collision(Field& field)
    {
        using namespace concurrency;

        array_view<Real, 2> f(DIRECTIONS, m_nWidth * m_nHeight, field);
        array_view<const unsigned int, 2> solid(m_nHeight, m_nWidth, m_solid);
        const Lattice<Real> lattice = m_lattice;
        const Real omega = m_omega, force = m_force;
        const int nWidth = m_nWidth;

        parallel_for_each(solid.extent.tile<TILE, TILE>().pad(), [=](tiled_index<TILE, TILE> tidx) restrict(amp)
        {
            if (!solid.extent.contains(tidx.global) || solid[tidx.global] != 0)
                return;
            const int cell = tidx.global[0] * nWidth + tidx.global[1];
            Real values[DIRECTIONS];
            for (int q = 0; q < DIRECTIONS; q++)
                values[q] = f(q, cell);
            Collide<Real>(values, lattice, omega, force);
            for (int q = 0; q < DIRECTIONS; q++)
                f[q][cell] = values[q];
        });
        f.synchronize();
    }

    void Streaming(const Field& from, Field& to)
    {
        using namespace concurrency;

        array_view<const Real, 3> source(DIRECTIONS, m_nHeight, m_nWidth, from);
        array_view<Real, 3> destination(DIRECTIONS, m_nHeight, m_nWidth, to);
        array_view<const unsigned int, 2> solid(m_nHeight, m_nWidth, m_solid);
        const Lattice<Real> lattice = m_lattice;
        const int nWidth = m_nWidth, nHeight = m_nHeight;

        destination.discard_data();
        parallel_for_each(destination.extent, [=](index<3> idx) restrict(amp)
        {
            const int q = idx[0];
            const int x = (idx[2] - lattice.cx[q] + nWidth) % nWidth;
            const int y = idx[1] - lattice.cy[q];
            if (idx[1] == 0 || idx[1] == nHeight - 1)
                destination[idx] = source[idx];
            else if (solid(y, x))
                destination[idx] = source(lattice.opposite[q], idx[1], idx[2]);
            else
                destination[idx] = source(q, y, x);
        });
        destination.synchronize();
    }
};
