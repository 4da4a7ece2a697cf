#pragma once

//
// D2Q9. The constants travel into the kernels by value: restrict(amp) code cannot read
// arrays at namespace scope.
//
enum
{
    DIRECTIONS = 9
};

template <typename Real>
struct Lattice
{
    int cx[DIRECTIONS];
    int cy[DIRECTIONS];
    int opposite[DIRECTIONS];
    Real weight[DIRECTIONS];

    Lattice()
    {
        static const int x[] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
        static const int y[] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
        static const int o[] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
        for (int q = 0; q < DIRECTIONS; q++)
        {
            cx[q] = x[q];
            cy[q] = y[q];
            opposite[q] = o[q];
            weight[q] = q == 0 ? Real(4) / 9 : (q < 5 ? Real(1) / 9 : Real(1) / 36);
        }
    }

    Real Equilibrium(int q, Real rho, Real ux, Real uy) const restrict(amp, cpu)
    {
        const Real cu = 3 * (cx[q] * ux + cy[q] * uy);
        return weight[q] * rho * (1 + cu + cu * cu / 2 - Real(1.5) * (ux * ux + uy * uy));
    }
};

//
// Density and velocity of one cell.
//
template <typename Real>
struct Moments
{
    Real rho;
    Real ux;
    Real uy;

    Moments() restrict(amp, cpu) : rho(0), ux(0), uy(0) {}

    void Add(Real f, int cx, int cy) restrict(amp, cpu)
    {
        rho += f;
        ux += f * cx;
        uy += f * cy;
    }

    void Finish() restrict(amp, cpu)
    {
        ux /= rho;
        uy /= rho;
    }
};

//
// BGK collision of the nine values of a cell, with a body force along x.
//
template <typename Real>
void Collide(Real f[DIRECTIONS], const Lattice<Real>& lattice, Real omega, Real force) restrict(amp, cpu)
{
    Moments<Real> m;
    for (int q = 0; q < DIRECTIONS; q++)
        m.Add(f[q], lattice.cx[q], lattice.cy[q]);
    m.Finish();
    for (int q = 0; q < DIRECTIONS; q++)
    {
        f[q] += omega * (lattice.Equilibrium(q, m.rho, m.ux, m.uy) - f[q]);
        f[q] += 3 * lattice.weight[q] * lattice.cx[q] * force;
    }
}
