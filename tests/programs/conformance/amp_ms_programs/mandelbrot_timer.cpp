// rows: amp.ms.programs
// A timer class over QueryPerformanceCounter, a complex class in amp-restricted code, Concurrency:: spelled out.
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#include <amp.h>
#include <iostream>
#include <iomanip>

class HighResTimer
{
    LARGE_INTEGER frequency_, start_, stop_;
public:
    HighResTimer() { QueryPerformanceFrequency(&frequency_); Start(); }
    void Start() { QueryPerformanceCounter(&start_); }
    double ElapsedMs()
    {
        QueryPerformanceCounter(&stop_);
        return double(stop_.QuadPart - start_.QuadPart) * 1000.0 / double(frequency_.QuadPart);
    }
};

struct Complex
{
    float re, im;
    Complex(float r, float i) restrict(amp, cpu) : re(r), im(i) {}
    inline Complex operator*(const Complex& o) const restrict(amp, cpu)
    {
        return Complex(re * o.re - im * o.im, re * o.im + im * o.re);
    }
    inline Complex operator+(const Complex& o) const restrict(amp, cpu) { return Complex(re + o.re, im + o.im); }
    float Norm2() const restrict(amp, cpu) { return re * re + im * im; }
};

static unsigned int Escape(const Complex& c, const unsigned int maxIterations) restrict(amp, cpu)
{
    Complex z(0.0f, 0.0f);
    unsigned int i = 0u;
    while (i < maxIterations && z.Norm2() <= 4.0f)
    {
        z = z * z + c;
        ++i;
    }
    return i;
}

int main()
{
    const int width = 64, height = 48;
    const unsigned int limit = 200;
    std::vector<unsigned int> pixels(width * height);
    Concurrency::array_view<unsigned int, 2> view(height, width, pixels);
    view.discard_data();
    HighResTimer timer;
    Concurrency::parallel_for_each(view.extent, [=](Concurrency::index<2> idx) restrict(amp)
    {
        view[idx] = Escape(Complex(-2.5f + 3.5f * idx[1] / width, -1.0f + 2.0f * idx[0] / height), limit);
    });
    view.synchronize();
    std::wcout << L"elapsed " << std::fixed << std::setprecision(2) << timer.ElapsedMs() << L" ms" << std::endl;
    if (pixels[height / 2 * width + 45] != limit || pixels[0] > 3u)
    {
        std::cerr << "wrong" << std::endl;
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
