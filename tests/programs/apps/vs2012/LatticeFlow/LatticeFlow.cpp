// LatticeFlow.cpp : a channel with a cylinder, by the lattice Boltzmann method.
//
// LatticeFlow [/width:n] [/height:n] [/steps:n] [/picture:file.bmp]

#include "stdafx.h"
#include "Settings.h"
#include "CpuSolver.h"
#include "GpuSolver.h"
#include "ViewSolver.h"
#include "Renderer.h"

using namespace std;
using namespace concurrency;

// Largest difference of the velocities, relative to the largest velocity.
template <typename Real>
double Difference(const vector<Real>& a, const vector<Real>& b)
{
    double difference = 0, largest = 1e-30;
    for (size_t i = 0; i < a.size(); i++)
    {
        difference = max(difference, (double)abs(a[i] - b[i]));
        largest = max(largest, (double)abs(b[i]));
    }
    return difference / largest;
}

template <typename Real>
double RunAndCompare(CSolverBase<Real>& solver, bool collideFirst, int nSteps)
{
    CCpuSolver<Real> reference(solver.GetWidth(), solver.GetHeight(), (Real)theSettings.Omega,
                               (Real)theSettings.Force(), collideFirst);
    const double before = solver.GetMass();
    future<void> cpu = async([&reference, nSteps] { reference.Run(nSteps); });

    LARGE_INTEGER start, stop, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&start);
    solver.Run(nSteps);
    QueryPerformanceCounter(&stop);
    cpu.wait();

    const double seconds = double(stop.QuadPart - start.QuadPart) / frequency.QuadPart;
    const double difference = Difference(solver.GetVelocity(), reference.GetVelocity());
    const double mass = fabs(solver.GetMass() / before - 1);
    wcout << solver.GetName() << L", " << sizeof(Real) * 8 << L" bits: "
          << 1e-6 * solver.GetWidth() * solver.GetHeight() * nSteps / seconds << L" MLUPS, velocity differs by "
          << difference << L", mass by " << mass << endl;
    return max(difference, mass);
}

// The picture of the accelerator against the one that the CPU would draw: white fades with the velocity.
bool CheckPicture(const vector<float>& velocity, int nWidth, int nHeight, accelerator_view view)
{
    CRenderer renderer(nWidth, nHeight, view);
    const unsigned int first = renderer.Draw(velocity);
    const unsigned int again = renderer.Draw(velocity);
    vector<float> other(velocity);
    other[other.size() / 2] = -other[other.size() / 2] - 1.0f;
    const bool good = first == again && renderer.Draw(other) != first;
    if (!theSettings.Picture().empty())
    {
        renderer.Draw(velocity);
        if (!renderer.Save(theSettings.Picture()))
            wcerr << L"cannot write " << theSettings.Picture() << endl;
    }
    return good;
}

int _tmain(int argc, _TCHAR* argv[])
{
    if (!theSettings.Parse(argc, argv))
    {
        _putts(_T("LatticeFlow [/width:n] [/height:n] [/steps:n] [/picture:file.bmp]"));
        return 2;
    }

    accelerator device(accelerator::default_accelerator);
    wcout << device.description << endl;

    const int nWidth = theSettings.Width(), nHeight = theSettings.Height(), nSteps = theSettings.Steps();
    const float omega = (float)theSettings.Omega, force = (float)theSettings.Force();

    CGpuSolver<float>* pSolver = new CGpuSolver<float>(nWidth, nHeight, omega, force, device);
    double worst = RunAndCompare(*pSolver, false, nSteps);
    const bool picture = CheckPicture(pSolver->GetVelocity(), nWidth, nHeight, device.default_view);
    SAFE_DELETE(pSolver);

    CViewSolver<float> views(nWidth, nHeight, omega, force);
    worst = max(worst, RunAndCompare(views, true, nSteps / 4));

    double worstDouble = 0;
    if (device.supports_double_precision)
    {
        CGpuSolver<double> solver(nWidth, nHeight, theSettings.Omega, theSettings.Force(), device);
        worstDouble = RunAndCompare<double>(solver, false, nSteps / 2);
    }

    const bool bPassed = worst < 5e-3 && worstDouble < 1e-9 && picture;
    wcout << (bPassed ? L"PASSED" : L"FAILED") << L": difference " << worst << L" (float), "
          << worstDouble << L" (double)" << (picture ? L"" : L", picture wrong") << endl;
    return bPassed ? 0 : 1;
}
