#pragma once

#include "Solver.h"

//
// Streaming and collision in one kernel, from one set of distributions to the other.
// The obstacles are a texture of bytes.
//
template <typename Real>
class CGpuSolver : public CSolverBase<Real>
{
public:
    CGpuSolver(int nWidth, int nHeight, Real omega, Real force, const concurrency::accelerator& device)
        : CSolverBase<Real>(nWidth, nHeight, omega, force)
        , m_view(device.create_view(concurrency::queuing_mode_automatic))
    {
        std::vector<unsigned char> bytes(m_solid.begin(), m_solid.end());
        m_pObstacles.reset(new ObstacleTexture(nHeight, nWidth, bytes.data(),
            static_cast<unsigned int>(bytes.size()), 8U, m_view));
    }

    virtual LPCTSTR GetName() const { return _T("C++ AMP"); }

    virtual void Run(int nSteps)
    {
        using namespace concurrency;

        const extent<3> domain(DIRECTIONS, m_nHeight, m_nWidth);
        array<Real, 3> first(domain, m_distribution.begin(), m_distribution.end(), m_view);
        array<Real, 3> second(domain, m_view);
        array<Real, 3>* pFrom = &first;
        array<Real, 3>* pTo = &second;

        for (int n = 0; n < nSteps; n++)
        {
            Step(*pFrom, *pTo);
            std::swap(pFrom, pTo);
        }
        m_view.wait();
        completion_future done = copy_async(*pFrom, stdext::make_checked_array_iterator(
            m_distribution.data(), m_distribution.size()));
        done.get();
    }

private:
    typedef concurrency::graphics::texture<unsigned int, 2> ObstacleTexture;

    void Step(const concurrency::array<Real, 3>& from, concurrency::array<Real, 3>& to)
    {
        using namespace concurrency;

        const graphics::texture<unsigned int, 2>& obstacles = *m_pObstacles;
        const Lattice<Real> lattice = m_lattice;
        const Real omega = m_omega;
        const Real force = m_force;
        const int nWidth = m_nWidth;

        // The rows of the walls hold no fluid.
        extent<2> inner(m_nHeight - 2, m_nWidth);

        parallel_for_each(m_view, inner, [=, &from, &to, &obstacles](index<2> idx) restrict(amp)
        {
            const int y = idx[0] + 1;
            const int x = idx[1];
            Real f[DIRECTIONS];
            for (int q = 0; q < DIRECTIONS; q++)
            {
                const int sx = (x - lattice.cx[q] + nWidth) % nWidth;
                const int sy = y - lattice.cy[q];
                f[q] = obstacles(sy, sx) ? from(lattice.opposite[q], y, x) : from(q, sy, sx);
            }
            if (!obstacles[index<2>(y, x)])
                Collide<Real>(f, lattice, omega, force);
            for (int q = 0; q < DIRECTIONS; q++)
                to(q, y, x) = f[q];
        });

        // The walls are copied as they are: layers of two planes of the distributions.
        const int nBottom = m_nHeight - 1;
        parallel_for_each(m_view, extent<2>(DIRECTIONS, m_nWidth), [=, &from, &to](index<2> idx) restrict(amp)
        {
            to(idx[0], 0, idx[1]) = from(idx[0], 0, idx[1]);
            to(idx[0], nBottom, idx[1]) = from(idx[0], nBottom, idx[1]);
        });
    }

    concurrency::accelerator_view m_view;
    std::unique_ptr<ObstacleTexture> m_pObstacles;
};
