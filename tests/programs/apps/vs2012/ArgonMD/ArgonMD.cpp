// ArgonMD.cpp : Defines the entry point for the console application.
//
// Molecular dynamics of a Lennard-Jones liquid in a periodic box. Usage: ArgonMD [cells per side] [steps]
//

#include "stdafx.h"
#include "Timer.h"
#include "ForceEngine.h"

using namespace std;
using namespace concurrency;

static const float TimeStep = 0.002f;

void ListAccelerators()
{
    vector<accelerator> accelerators = accelerator::get_all();
    for_each(accelerators.begin(), accelerators.end(), [](const accelerator& a)
    {
        wcout << L"  " << a.description
              << L" (" << a.device_path << L")"
              << (a.is_emulated ? L", emulated" : L"")
              << (a.supports_double_precision ? L", double precision" : L"")
              << L", " << a.dedicated_memory / 1024 << L" MB" << endl;
    });
}

//
// Velocity Verlet. Returns the drift of the total energy, relative to the kinetic energy.
//
double Simulate(ParticleSystem& system, IForceEngine& engine, int steps, double& forceTime)
{
    engine.Compute(system);
    const double kinetic = system.KineticEnergy();
    const double first = kinetic + system.PotentialEnergy();

    for (int step = 0; step < steps; step++)
    {
        system.HalfKick(TimeStep);
        system.Drift(TimeStep);
        {
            ScopedTimer timer(forceTime);
            engine.Compute(system);
            system.Forces().accelerator_view.wait();
        }
        system.HalfKick(TimeStep);
    }

    const double last = system.KineticEnergy() + system.PotentialEnergy();
    return fabs(last - first) / kinetic;
}

// Largest difference of two sets of forces, relative to the largest force.
float CompareForces(const vector<float_4>& a, const vector<float_4>& b)
{
    float difference = 0.0f;
    float largest = 1.0e-6f;
    for (size_t i = 0; i < a.size(); ++i)
    {
        const float_4 d = a[i] - b[i];
        difference = max(difference, max(fabs(d.x), max(fabs(d.y), fabs(d.z))));
        largest = max(largest, max(fabs(b[i].x), max(fabs(b[i].y), fabs(b[i].z))));
    }
    return difference / largest;
}

int _tmain(int argc, _TCHAR* argv[])
{
    const int cellsPerSide = argc > 1 ? _ttoi(argv[1]) : 6;
    const int steps = argc > 2 ? _ttoi(argv[2]) : 20;

    accelerator defaultDevice;
    wcout << L"Accelerators:" << endl;
    ListAccelerators();
    wcout << L"Using " << defaultDevice.get_description() << endl;

    float worst = 0.0f;
    double worstDrift = 0.0;
    float worstMomentum = 0.0f;
    const ForceEngineKind kinds[] = { ForceEngineKindTiled, ForceEngineKindCells };

    try
    {
        for (int k = 0; k < _countof(kinds); ++k)
        {
            ParticleSystem system(cellsPerSide, 0.8f, 0.8f, defaultDevice.default_view);
            ForceEnginePtr engine = CreateForceEngine(kinds[k]);

            double forceTime = 0.0;
            const double drift = Simulate(system, *engine, steps, forceTime);
            worstDrift = max(worstDrift, drift);

            const float_3 momentum = system.TotalMomentum();
            worstMomentum = max(worstMomentum, fabs(momentum.x) + fabs(momentum.y) + fabs(momentum.z));

            vector<float_4> reference;
            ComputeForcesCpu(system.CopyPositions(), system.Params(), reference);
            const float error = CompareForces(system.CopyForces(), reference);
            worst = max(worst, error);

            wcout << setw(20) << engine->Name() << L": " << system.Count() << L" atoms, "
                  << setprecision(3) << forceTime << L" ms in forces, energy drift " << drift
                  << L", error " << error << endl;
        }
    }
    catch (const runtime_exception& e)
    {
        cout << "FAILED: " << e.what() << " (0x" << hex << e.get_error_code() << ")" << endl;
        return 1;
    }

    const bool passed = worst < 1.0e-4f && worstDrift < 2.0e-3 && worstMomentum < 0.05f;
    _tprintf(_T("%s: force error %.3g, energy drift %.3g, momentum %.3g\n"),
             passed ? _T("PASSED") : _T("FAILED"), worst, worstDrift, worstMomentum);
    return passed ? 0 : 1;
}
