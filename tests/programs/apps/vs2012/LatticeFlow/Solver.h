#pragma once

#include "Lattice.h"

//
// What the solvers share: the channel's size, its walls, and the distributions on the CPU.
// A cell's flag is 0 for fluid and 1 for solid.
//
template <typename Real>
class CSolverBase
{
public:
    typedef Real value_type;
    typedef std::vector<Real> Field;

    CSolverBase(int nWidth, int nHeight, Real omega, Real force)
        : m_nWidth(nWidth), m_nHeight(nHeight), m_omega(omega), m_force(force)
        , m_solid(nWidth * nHeight), m_distribution(DIRECTIONS * nWidth * nHeight)
    {
        SetWalls();
        SetCylinder(nWidth / 4, nHeight / 2, nHeight / 8);
        SetRest();
    }

    virtual ~CSolverBase() {}

    virtual void Run(int nSteps) = 0;
    virtual LPCTSTR GetName() const = 0;

    const Field& GetDistribution() const { return m_distribution; }
    const std::vector<unsigned int>& GetSolid() const { return m_solid; }
    int GetWidth() const { return m_nWidth; }
    int GetHeight() const { return m_nHeight; }

    // Velocity along x of each cell.
    Field GetVelocity() const
    {
        Field velocity(m_nWidth * m_nHeight);
        for (int i = 0; i < m_nWidth * m_nHeight; i++)
        {
            Moments<Real> m;
            for (int q = 0; q < DIRECTIONS; q++)
                m.Add(m_distribution[q * m_nWidth * m_nHeight + i], m_lattice.cx[q], m_lattice.cy[q]);
            m.Finish();
            velocity[i] = m_solid[i] ? Real(0) : m.ux;
        }
        return velocity;
    }

    double GetMass() const
    {
        double mass = 0;
        for (Field::const_iterator it = m_distribution.begin(); it != m_distribution.end(); ++it)
            mass += *it;
        return mass;
    }

protected:
    void SetWalls()
    {
        for (int x = 0; x < m_nWidth; x++)
        {
            m_solid[x] = 1;
            m_solid[(m_nHeight - 1) * m_nWidth + x] = 1;
        }
    }

    void SetCylinder(int nCentreX, int nCentreY, int nRadius)
    {
        for (int y = 0; y < m_nHeight; y++)
            for (int x = 0; x < m_nWidth; x++)
            {
                const int dx = x - nCentreX, dy = y - nCentreY;
                if (dx * dx + dy * dy <= nRadius * nRadius)
                    m_solid[y * m_nWidth + x] = 1;
            }
    }

    void SetRest()
    {
        const int nCells = m_nWidth * m_nHeight;
        for (int q = 0; q < DIRECTIONS; q++)
            for (int i = 0; i < nCells; i++)
                m_distribution[q * nCells + i] = m_lattice.Equilibrium(q, Real(1), Real(0), Real(0));
    }

    int m_nWidth;
    int m_nHeight;
    Real m_omega;
    Real m_force;
    Lattice<Real> m_lattice;
    std::vector<unsigned int> m_solid;
    Field m_distribution;
};
