#include "stdafx.h"
#include "Filter.h"
#include "PixelMath.h"

using namespace Concurrency;
using namespace Concurrency::graphics;

namespace ImageLab
{
    // Sobel's operator, read from a texture of integers.
    class SobelFilter : public IFilter
    {
    public:
        std::wstring GetName() const override { return L"sobel"; }
        int GetTolerance() const override { return 1; }

        Image ApplyAmp(const Image& source, accelerator_view view) override
        {
            const int width = source.Width, height = source.Height;
            const texture<uint, 2> input(height, width, source.Pixels().begin(), source.Pixels().end(), view);
            texture<uint, 2> output(height, width, view);
            writeonly_texture_view<uint, 2> outputView(output);

            parallel_for_each(view, output.extent, [=, &input](index<2> idx) restrict(amp)
            {
                int grey[3][3];
                for (int dy = 0; dy < 3; ++dy)
                {
                    for (int dx = 0; dx < 3; ++dx)
                    {
                        const index<2> at(Concurrency::direct3d::imin(Concurrency::direct3d::imax(idx[0] + dy - 1, 0), height - 1),
                                          Concurrency::direct3d::imin(Concurrency::direct3d::imax(idx[1] + dx - 1, 0), width - 1));
                        grey[dy][dx] = Luminance(input[at]);
                    }
                }
                outputView.set(idx, GreyPixel(Magnitude(grey)));
            });

            Image result(width, height);
            copy(output, result.Pixels().data(), static_cast<uint>(result.Pixels().size() * sizeof(UINT)));
            return result;
        }

        Image ApplyCpu(const Image& source) override
        {
            Image result(source.Width, source.Height);
            parallel_for(0, source.Height, [&](int y)
            {
                for (int x = 0; x < source.Width; ++x)
                {
                    int grey[3][3];
                    for (int dy = -1; dy <= 1; ++dy)
                        for (int dx = -1; dx <= 1; ++dx)
                            grey[dy + 1][dx + 1] = Luminance(source.Clamped(y + dy, x + dx));
                    result.At(y, x) = GreyPixel(Magnitude(grey));
                }
            });
            return result;
        }

    private:
        static int Magnitude(const int g[3][3]) restrict(amp)
        {
            const float gx = Horizontal(g), gy = Vertical(g);
            return ClampByte(static_cast<int>(precise_math::sqrt(gx * gx + gy * gy)));
        }

        static int Magnitude(const int g[3][3]) restrict(cpu)
        {
            const float gx = Horizontal(g), gy = Vertical(g);
            return ClampByte(static_cast<int>(std::sqrt(gx * gx + gy * gy)));
        }

        static float Horizontal(const int g[3][3]) restrict(cpu, amp)
        {
            return static_cast<float>(g[0][2] - g[0][0] + 2 * (g[1][2] - g[1][0]) + g[2][2] - g[2][0]);
        }

        static float Vertical(const int g[3][3]) restrict(cpu, amp)
        {
            return static_cast<float>(g[2][0] - g[0][0] + 2 * (g[2][1] - g[0][1]) + g[2][2] - g[0][2]);
        }
    };

    void RegisterEdges(FilterRegistry& registry)
    {
        registry.Add(std::shared_ptr<IFilter>(new SobelFilter()));
    }
}
