#include "stdafx.h"
#include "CpuSolver.h"

template <typename Real>
CCpuSolver<Real>::CCpuSolver(int nWidth, int nHeight, Real omega, Real force, bool collideFirst)
    : CSolverBase<Real>(nWidth, nHeight, omega, force), m_collideFirst(collideFirst)
{
}

template <typename Real>
void CCpuSolver<Real>::Pull(const typename CSolverBase<Real>::Field& from, int x, int y, Real f[DIRECTIONS]) const
{
    const int nCells = this->m_nWidth * this->m_nHeight;
    const auto& lattice = this->m_lattice;
    for (int q = 0; q < DIRECTIONS; q++)
    {
        const int sx = (x - lattice.cx[q] + this->m_nWidth) % this->m_nWidth;
        const int sy = y - lattice.cy[q];
        if (this->m_solid[sy * this->m_nWidth + sx])
            f[q] = from[lattice.opposite[q] * nCells + y * this->m_nWidth + x];
        else
            f[q] = from[q * nCells + sy * this->m_nWidth + sx];
    }
}

template <typename Real>
void CCpuSolver<Real>::StepRows(const typename CSolverBase<Real>::Field& from, typename CSolverBase<Real>::Field& to, int nFirst, int nLast)
{
    const int nCells = this->m_nWidth * this->m_nHeight;
    for (int y = nFirst; y < nLast; y++)
        for (int x = 0; x < this->m_nWidth; x++)
        {
            const int nCell = y * this->m_nWidth + x;
            Real f[DIRECTIONS];
            if (y == 0 || y == this->m_nHeight - 1)
            {
                for (int q = 0; q < DIRECTIONS; q++)
                    f[q] = from[q * nCells + nCell];
            }
            else
            {
                Pull(from, x, y, f);
                if (!m_collideFirst && !this->m_solid[nCell])
                    Collide<Real>(f, this->m_lattice, this->m_omega, this->m_force);
            }
            for (int q = 0; q < DIRECTIONS; q++)
                to[q * nCells + nCell] = f[q];
        }
}

template <typename Real>
void CCpuSolver<Real>::CollideAll()
{
    const int nCells = this->m_nWidth * this->m_nHeight;
    for (int i = 0; i < nCells; i++)
    {
        if (this->m_solid[i])
            continue;
        Real f[DIRECTIONS];
        for (int q = 0; q < DIRECTIONS; q++)
            f[q] = this->m_distribution[q * nCells + i];
        Collide<Real>(f, this->m_lattice, this->m_omega, this->m_force);
        for (int q = 0; q < DIRECTIONS; q++)
            this->m_distribution[q * nCells + i] = f[q];
    }
}

template <typename Real>
void CCpuSolver<Real>::Run(int nSteps)
{
    typename CSolverBase<Real>::Field other(this->m_distribution.size());
    for (int n = 0; n < nSteps; n++)
    {
        if (m_collideFirst)
            CollideAll();
        const int nHalf = this->m_nHeight / 2;
        auto lower = std::async(std::launch::async, [&]() { StepRows(this->m_distribution, other, 0, nHalf); });
        StepRows(this->m_distribution, other, nHalf, this->m_nHeight);
        lower.get();
        this->m_distribution.swap(other);
    }
}

template class CCpuSolver<float>;
template class CCpuSolver<double>;
