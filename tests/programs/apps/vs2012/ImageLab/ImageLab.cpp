// ImageLab.cpp : runs each filter of the library on the accelerator and on the CPU.
//

#include "stdafx.h"
#include "Filter.h"

using namespace ImageLab;
using namespace Concurrency;
using std::chrono::high_resolution_clock;

FilterRegistry* FilterRegistry::s_instance = nullptr;

IFilter::~IFilter()
{
}

template <typename Function>
double Milliseconds(Function&& function)
{
    const auto start = high_resolution_clock::now();
    function();
    return std::chrono::duration<double, std::milli>(high_resolution_clock::now() - start).count();
}

bool SavedAndLoaded(const Image& image)
{
    char folder[MAX_PATH], path[MAX_PATH];
    if (GetTempPathA(_countof(folder), folder) == 0)
        return false;
    sprintf_s(path, "%simagelab-%u.bmp", folder, GetCurrentProcessId());
    image.Save(path);
    const Image again = Image::Load(path);
    DeleteFileA(path);
    return CountDifferent(image, again, 0) == 0;
}

int wmain(int argc, wchar_t* argv[])
{
    const int width = argc > 1 ? _wtoi(argv[1]) : 301;
    const int height = argc > 2 ? _wtoi(argv[2]) : 203;

    FilterRegistry* registry = FilterRegistry::GetInstance();
    RegisterConvolutions(*registry);
    RegisterEdges(*registry);
    RegisterNeighbourhoods(*registry);
    RegisterHistograms(*registry);
    RegisterScaling(*registry);

    accelerator_view view = accelerator().create_view();
    wprintf(L"%s: %d x %d\n", view.accelerator.description.c_str(), width, height);

    const Image source = Image::Synthesize(width, height);
    int wrong = 0;
    try
    {
        if (!SavedAndLoaded(source))
        {
            wprintf(L"the picture changed in its file\n");
            ++wrong;
        }
        for (const auto& entry : registry->Filters())
        {
            Image amp, cpu;
            const double ampTime = Milliseconds([&] { amp = entry.second->ApplyAmp(source, view); });
            const double cpuTime = Milliseconds([&] { cpu = entry.second->ApplyCpu(source); });
            const int different = CountDifferent(amp, cpu, entry.second->GetTolerance());
            wprintf(L"%12s: %8.2f ms on the accelerator, %8.2f ms on the CPU, %d differences\n",
                entry.first.c_str(), ampTime, cpuTime, different);
            wrong += different;
        }
    }
    catch (std::exception& e)
    {
        wprintf(L"FAILED: %S\n", e.what());
        return 1;
    }

    FilterRegistry::Destroy();
    wprintf(L"%s: %d wrong values\n", wrong == 0 ? L"PASSED" : L"FAILED", wrong);
    return wrong == 0 ? 0 : 1;
}
