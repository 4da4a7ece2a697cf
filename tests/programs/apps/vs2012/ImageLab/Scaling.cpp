#include "stdafx.h"
#include "Filter.h"
#include "PixelMath.h"

using namespace Concurrency;
using namespace Concurrency::graphics;

namespace ImageLab
{
    // Half as large again, by the sampler's bilinear interpolation.
    class EnlargeFilter : public IFilter
    {
    public:
        virtual std::wstring GetName() const { return L"enlarge"; }
        virtual int GetTolerance() const { return 2; }

        virtual Image ApplyAmp(const Image& source, accelerator_view view)
        {
            Image result(3 * source.Width / 2, 3 * source.Height / 2);
            const unsigned int bytes = static_cast<unsigned int>(source.Pixels().size() * sizeof(UINT));
            texture<unorm_4, 2> input(source.Height, source.Width, source.Pixels().data(), bytes, 8U, view);
            texture<unorm_4, 2> output(result.Height, result.Width, 8U, view);

            const sampler linear(filter_linear, address_clamp);
            texture_view<const unorm_4, 2> from(input);
            texture_view<unorm_4, 2> to(output);
            const float_2 scale(1.0f / result.Width, 1.0f / result.Height);

            parallel_for_each(view, to.extent, [=](index<2> idx) restrict(amp)
            {
                const float_2 at = (float_2(static_cast<float>(idx[1]), static_cast<float>(idx[0])) + 0.5f) * scale;
                to.set(idx, from.sample(linear, at, 0.0f));
            });

            copy(output, result.Pixels().data(), output.data_length);
            return result;
        }

        virtual Image ApplyCpu(const Image& source)
        {
            Image result(3 * source.Width / 2, 3 * source.Height / 2);
            parallel_for(0, result.Height, [&](int y)
            {
                for (int x = 0; x < result.Width; ++x)
                {
                    const float sx = (x + 0.5f) / result.Width * source.Width - 0.5f;
                    const float sy = (y + 0.5f) / result.Height * source.Height - 0.5f;
                    const int x0 = static_cast<int>(floor(sx)), y0 = static_cast<int>(floor(sy));
                    const float fx = sx - x0, fy = sy - y0;
                    int channels[3];
                    for (int c = 0; c < 3; ++c)
                    {
                        const float upper = Mix(source, y0, x0, c, fx), lower = Mix(source, y0 + 1, x0, c, fx);
                        channels[c] = static_cast<int>(upper + (lower - upper) * fy + 0.5f);
                    }
                    result.At(y, x) = PackPixel(channels[2], channels[1], channels[0]);
                }
            });
            return result;
        }

    private:
        static float Mix(const Image& image, int y, int x, int c, float f)
        {
            const int a = ChannelOf(image.Clamped(y, x), c), b = ChannelOf(image.Clamped(y, x + 1), c);
            return a + (b - a) * f;
        }
    };

    void RegisterScaling(FilterRegistry& registry)
    {
        registry.Add(std::make_shared<EnlargeFilter>());
    }
}
