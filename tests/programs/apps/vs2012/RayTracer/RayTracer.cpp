// RayTracer.cpp : Defines the entry point for the console application.
//
//   RayTracer [width] [height] [frames] [picture.ppm]

#include "stdafx.h"
#include "Tracer.h"

using namespace std;
using namespace concurrency;

class StopWatch
{
public:
    StopWatch() { m_start = GetTickCount(); }
    DWORD Elapsed() const { return GetTickCount() - m_start; }

private:
    DWORD m_start;
};

bool SelectAccelerator(accelerator& selected)
{
    vector<accelerator> all = accelerator::get_all();
    all.erase(remove_if(all.begin(), all.end(), [](accelerator& a) { return a.is_emulated; }), all.end());
    sort(all.begin(), all.end(), [](const accelerator& a, const accelerator& b)
    {
        return a.dedicated_memory > b.dedicated_memory;
    });
    if (all.size() > 0)
        wcout << L"Largest accelerator: " << all[0].description << endl;
    selected = accelerator(accelerator::default_accelerator);
    wcout << L"Used: " << selected.description << (selected.has_display ? L" (with a display)" : L"") << endl;
    return selected != accelerator(accelerator::cpu_accelerator);
}

bool WritePpm(const char* path, const vector<uint32>& pixels, int width, int height)
{
    FILE* file = nullptr;
    if (fopen_s(&file, path, "wb"))
        return false;
    fprintf_s(file, "P6\n%d %d\n255\n", width, height);
    for (auto i = pixels.begin(); i != pixels.end(); ++i)
    {
        const BYTE rgb[3] = { GetRValue(*i >> 16), GetRValue(*i >> 8), GetRValue(*i) };
        fwrite(rgb, 1, sizeof(rgb), file);
    }
    return fclose(file) == 0;
}

// Pixels that differ clearly: edges may fall on either side.
int CountDifferent(const vector<uint32>& a, const vector<uint32>& b)
{
    _ASSERTE(a.size() == b.size());
    int count = 0;
    for (size_t i = 0; i < a.size(); i++)
    {
        for (int shift = 0; shift < 24; shift += 8)
        {
            const int left = (a[i] >> shift) & 0xFF, right = (b[i] >> shift) & 0xFF;
            if (abs(left - right) > 3)
            {
                count++;
                break;
            }
        }
    }
    return count;
}

int main(int argc, char* argv[])
{
    const int width = argc > 1 ? atoi(argv[1]) : 160;
    const int height = argc > 2 ? atoi(argv[2]) : 90;
    const int frames = argc > 3 ? atoi(argv[3]) : 3;

    accelerator device;
    if (!SelectAccelerator(device))
    {
        wcout << L"FAILED: no accelerator runs kernels" << endl;
        return 1;
    }

    shared_ptr<Scene> scene = Scene::CreateDefault();
    unique_ptr<Renderer> amp(new AmpRenderer(scene, width, height, device.create_view(queuing_mode::queuing_mode_immediate)));
    unique_ptr<Renderer> cpu(new CpuRenderer(scene, width, height));

    vector<uint32> picture, reference;
    int different = 0;
    DWORD ampTime = 0, cpuTime = 0;
    for (int frame = 0; frame < frames; frame++)
    {
        const float angle = 0.4f * frame;
        const Camera camera(Vector3(6.0f * sinf(angle), 1.8f, -6.0f * cosf(angle)), Vector3(0, 0, 0), 1.6f);

        StopWatch watch;
        amp->Render(camera, picture);
        ampTime += watch.Elapsed();

        StopWatch cpuWatch;
        cpu->Render(camera, reference);
        cpuTime += cpuWatch.Elapsed();

        different += CountDifferent(picture, reference);
    }

    if (argc > 4 && !WritePpm(argv[4], picture, width, height))
        cerr << "cannot write " << argv[4] << endl;

    printf_s("%u triangles, %d frames: %u ms on the accelerator, %u ms on the CPU\n",
        (unsigned)scene->Triangles().size(), frames, ampTime, cpuTime);
    const double part = 100.0 * different / (double(width) * height * frames);
    const bool passed = part < 0.5;
    printf_s("%s: %.3f %% of the pixels differ\n", passed ? "PASSED" : "FAILED", part);
    return passed ? 0 : 1;
}
