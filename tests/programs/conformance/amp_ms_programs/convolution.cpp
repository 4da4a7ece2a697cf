// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <iostream>
#include <cstdlib>
using namespace concurrency;
#define RADIUS 3
#define FILTER (2 * RADIUS + 1)
#define IDX2(y, x, w) ((y) * (w) + (x))

struct Image { int width, height; float *pixels; };

template <int dim> float convolve_at(const array_view<const float, 2>& img, const array_view<const float, 1>& filter, index<2> idx) restrict(amp)
{
    float sum = 0.0f;
    for (int k = -RADIUS; k <= RADIUS; k++)
    {
        index<2> at = idx;
        at[dim] = direct3d::clamp(idx[dim] + k, 0, img.extent[dim] - 1);
        sum = direct3d::mad(img[at], filter[k + RADIUS], sum);
    }
    return sum;
}

void convolve(const Image& in, Image& out, const float* coefficients)
{
    array_view<const float, 2> src(in.height, in.width, in.pixels);
    array_view<const float, 1> filter(FILTER, coefficients);
    array<float, 2> temp(in.height, in.width);
    array_view<float, 2> dst(out.height, out.width, out.pixels);
    dst.discard_data();
    parallel_for_each(src.extent, [=, &temp](index<2> i) restrict(amp) { temp[i] = convolve_at<1>(src, filter, i); });
    array_view<const float, 2> t(temp);
    parallel_for_each(src.extent, [=](index<2> i) restrict(amp) { dst[i] = direct3d::saturate(convolve_at<0>(t, filter, i)); });
    dst.synchronize();
}

int main()
{
    const int w = 40, h = 30;
    Image a = { w, h, (float*)malloc(w * h * sizeof(float)) }, b = { w, h, new float[w * h] };
    for (int i = 0; i < w * h; i++) a.pixels[i] = (i * 37 % 101) / 60.0f;
    float f[FILTER], total = 0;
    for (int k = 0; k < FILTER; k++) total += f[k] = 1.0f / (1 + abs(k - RADIUS));
    for (int k = 0; k < FILTER; k++) f[k] /= total;
    convolve(a, b, f);
    std::vector<float> t(w * h);
    float worst = 0;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) { float s = 0; for (int k = 0; k < FILTER; k++) s += f[k] * a.pixels[IDX2(y, __min(__max(x + k - RADIUS, 0), w - 1), w)]; t[IDX2(y, x, w)] = s; }
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) { float s = 0; for (int k = 0; k < FILTER; k++) s += f[k] * t[IDX2(min(max(y + k - RADIUS, 0), h - 1), x, w)]; s = s < 0 ? 0 : s > 1 ? 1 : s; worst = max(worst, fabs(s - b.pixels[IDX2(y, x, w)])); }
    free(a.pixels); delete[] b.pixels;
    std::cout << worst << std::endl;
    return worst > 1e-5;
}
