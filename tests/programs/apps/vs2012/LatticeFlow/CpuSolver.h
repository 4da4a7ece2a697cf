#pragma once

#include "Solver.h"

//
// The reference. Rows are shared out over asynchronous tasks.
//
template <typename Real>
class CCpuSolver : public CSolverBase<Real>
{
public:
    CCpuSolver(int nWidth, int nHeight, Real omega, Real force, bool collideFirst);

    virtual LPCTSTR GetName() const { return _T("CPU"); }
    virtual void Run(int nSteps);

private:
    void Pull(const typename CSolverBase<Real>::Field& from, int x, int y, Real f[DIRECTIONS]) const;
    void StepRows(const typename CSolverBase<Real>::Field& from, typename CSolverBase<Real>::Field& to, int nFirst, int nLast);
    void CollideAll();

    bool m_collideFirst;
};
