// rows: amp.ms.programs
#include <windows.h>
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <algorithm>
#include <vector>
#include <stdio.h>
using namespace concurrency;
using namespace concurrency::graphics;
using namespace concurrency::graphics::direct3d;
using concurrency::fast_math::expf;

#pragma pack(push, 1)
typedef struct tagBMPHEADER { WORD type; DWORD size; WORD r1, r2; DWORD offset; } BMPHEADER;
#pragma pack(pop)

typedef texture<unorm4, 2> image_t;
class Bitmap
{
public:
    Bitmap(LONG w, LONG h) : width(w), height(h), bits(new BYTE[w * h * 4]) {}
    ~Bitmap() { delete[] bits; bits = nullptr; }
    LONG width, height;
    BYTE* bits;
private:
    Bitmap(const Bitmap&);
    Bitmap& operator=(const Bitmap&);
};

void Blur(Bitmap& src, Bitmap& dst, float sigma)
{
    const image_t input(src.height, src.width, src.bits, src.width * src.height * 4u, 8u);
    image_t output(src.height, src.width, 8u);
    const writeonly_texture_view<unorm4, 2> out(output);
    const int w = src.width, h = src.height;
    const float k = 1.0f / (2.0f * sigma * sigma);
    parallel_for_each(input.extent, [&input, out, w, h, k](index<2> idx) restrict(amp)
    {
        float_4 sum(0.0f, 0.0f, 0.0f, 0.0f);
        float total = 0;
        for (int dy = -2; dy <= 2; dy++)
            for (int dx = -2; dx <= 2; dx++)
            {
                int y = idx[0] + dy, x = idx[1] + dx;
                if (y < 0 || y >= h || x < 0 || x >= w) continue;
                float g = fast_math::expf(-(dx * dx + dy * dy) * k);
                unorm4 c = input(y, x);
                sum += float_4(c.r, c.g, c.b, c.a) * g;
                total += g;
            }
        sum /= total;
        out.set(idx, unorm4(unorm(sum.x), unorm(sum.y), unorm(sum.z), unorm(sum.w)));
    });
    copy(output, dst.bits, dst.width * dst.height * 4u);
}

int main()
{
    if (sizeof(BMPHEADER) != 14) return 3;
    Bitmap a(20, 15), b(20, 15);
    for (int i = 0; i < 20 * 15 * 4; i++) a.bits[i] = (BYTE)(i * 7);
    Blur(a, b, 1.5f);
    int worst = 0;
    for (int y = 0; y < 15; y++) for (int x = 0; x < 20; x++) for (int c = 0; c < 4; c++)
    {
        float s = 0, t = 0;
        for (int dy = -2; dy <= 2; dy++) for (int dx = -2; dx <= 2; dx++)
        {
            if (y + dy < 0 || y + dy >= 15 || x + dx < 0 || x + dx >= 20) continue;
            float g = exp(-(dx * dx + dy * dy) / (2 * 1.5f * 1.5f));
            s += g * a.bits[((y + dy) * 20 + x + dx) * 4 + c]; t += g;
        }
        worst = std::max<int>(worst, abs((int)(s / t + 0.5f) - b.bits[(y * 20 + x) * 4 + c]));
    }
    printf("worst %d\n", worst);
    return worst > 1;
}
