#include "stdafx.h"
#include "Filter.h"
#include "PixelMath.h"

using namespace Concurrency;

namespace ImageLab
{
    // What is made of the nine values of a channel.
    struct Erode
    {
        static LPCWSTR Name() { return L"erode"; }
        int operator()(int v[9]) const restrict(cpu, amp)
        {
            int best = v[0];
            for (int i = 1; i < 9; ++i)
                best = v[i] < best ? v[i] : best;
            return best;
        }
    };

    struct Dilate
    {
        static LPCWSTR Name() { return L"dilate"; }
        int operator()(int v[9]) const restrict(cpu, amp)
        {
            int best = v[0];
            for (int i = 1; i < 9; ++i)
                best = v[i] > best ? v[i] : best;
            return best;
        }
    };

    struct Median
    {
        static LPCWSTR Name() { return L"median"; }
        int operator()(int v[9]) const restrict(cpu, amp) { return MedianOfNine(v); }
    };

    template <typename Operation>
    class NeighbourhoodFilter : public IFilter
    {
    public:
        virtual std::wstring GetName() const { return Operation::Name(); }

        virtual Image ApplyAmp(const Image& source, accelerator_view view)
        {
            const int width = source.Width, height = source.Height;
            Image result(width, height);
            array_view<const UINT, 2> input(height, width, source.Pixels());
            array_view<UINT, 2> output(height, width, result.Pixels());
            output.discard_data();

            Operation operation;
            parallel_for_each(view, output.extent.tile<8, 32>().pad(), [=](tiled_index<8, 32> tidx) restrict(amp)
            {
                const int y = tidx.global[0];
                const int x = tidx.global[1];
                if (y < height && x < width)
                {
                    UINT pixels[9];
                    for (int i = 0; i < 9; ++i)
                    {
                        int ny = y + i / 3 - 1, nx = x + i % 3 - 1;
                        ny = ny < 0 ? 0 : (ny < height ? ny : height - 1);
                        nx = nx < 0 ? 0 : (nx < width ? nx : width - 1);
                        pixels[i] = input[ny][nx];
                    }
                    output[tidx.global] = Combine(pixels, operation);
                }
            });
            output.synchronize();
            return result;
        }

        virtual Image ApplyCpu(const Image& source)
        {
            Image result(source.Width, source.Height);
            Operation operation;
            parallel_for(0, source.Height, [&](int y)
            {
                for (int x = 0; x < source.Width; ++x)
                {
                    UINT pixels[9];
                    for (int i = 0; i < 9; ++i)
                        pixels[i] = source.Clamped(y + i / 3 - 1, x + i % 3 - 1);
                    result.At(y, x) = Combine(pixels, operation);
                }
            });
            return result;
        }

    private:
        static UINT Combine(const UINT pixels[9], const Operation& operation) restrict(cpu, amp)
        {
            int results[3];
            for (int c = 0; c < 3; ++c)
            {
                int values[9];
                for (int i = 0; i < 9; ++i)
                    values[i] = ChannelOf(pixels[i], c);
                results[c] = operation(values);
            }
            return PackPixel(results[2], results[1], results[0]);
        }
    };

    void RegisterNeighbourhoods(FilterRegistry& registry)
    {
        registry.Add(std::make_shared<NeighbourhoodFilter<Erode>>());
        registry.Add(std::make_shared<NeighbourhoodFilter<Dilate>>());
        registry.Add(std::make_shared<NeighbourhoodFilter<Median>>());
    }
}
