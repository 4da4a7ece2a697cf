#include "stdafx.h"
#include "Filter.h"
#include "PixelMath.h"

using namespace Concurrency;

#define BINS 256
#define HISTOGRAM_TILE 256
#define PIXELS_PER_THREAD 8

namespace ImageLab
{
    // Where each grey value goes, from the counts.
    static std::vector<int> Equalization(const std::vector<UINT>& counts)
    {
        std::vector<UINT> sums(BINS);
        std::partial_sum(counts.begin(), counts.end(), sums.begin());
        const UINT first = *std::find_if(sums.begin(), sums.end(), [](UINT s) { return s > 0; });
        const UINT all = max(sums.back() - first, 1U);
        std::vector<int> table(BINS);
        for (int i = 0; i < BINS; ++i)
            table[i] = sums[i] < first ? 0 : static_cast<int>(255ULL * (sums[i] - first) / all);
        return table;
    }

    // Makes the picture grey, with all values equally frequent.
    class EqualizeFilter : public IFilter
    {
    public:
        virtual std::wstring GetName() const { return L"equalize"; }

        virtual Image ApplyAmp(const Image& source, accelerator_view view)
        {
            const int count = source.Width * source.Height;
            array_view<const UINT> pixels(count, source.Pixels());
            std::vector<UINT> counts(BINS, 0);
            CountOnAccelerator(pixels, counts, view);

            Image result(source.Width, source.Height);
            const std::vector<int> table = Equalization(counts);
            array_view<const int> lookUp(BINS, table);
            array_view<UINT> output(count, result.Pixels());
            output.discard_data();
            parallel_for_each(view, output.extent, [=](index<1> i) restrict(amp)
            {
                output[i] = GreyPixel(lookUp[Luminance(pixels[i])]);
            });
            return result;
        }

        virtual Image ApplyCpu(const Image& source)
        {
            std::vector<UINT> counts(BINS);
            for (UINT pixel : source.Pixels())
                ++counts[Luminance(pixel)];
            const std::vector<int> table = Equalization(counts);
            Image result(source.Width, source.Height);
            std::transform(source.Pixels().begin(), source.Pixels().end(), result.Pixels().begin(),
                [&](UINT pixel) { return GreyPixel(table[Luminance(pixel)]); });
            return result;
        }

    private:
        void CountOnAccelerator(const array_view<const UINT>& pixels, std::vector<UINT>& counts, accelerator_view view)
        {
            array_view<UINT> bins(BINS, counts);
            const int count = pixels.extent.size();
            const int perTile = HISTOGRAM_TILE * PIXELS_PER_THREAD;
            const int tiles = (count + perTile - 1) / perTile;

            parallel_for_each(view, extent<1>(tiles * HISTOGRAM_TILE).tile<HISTOGRAM_TILE>(),
                [=](tiled_index<HISTOGRAM_TILE> tidx) restrict(amp)
            {
                tile_static UINT local[BINS];
                for (int b = tidx.local[0]; b < BINS; b += HISTOGRAM_TILE)
                    local[b] = 0;
                tidx.barrier.wait();

                const int start = tidx.tile[0] * perTile;
                for (int i = 0; i < PIXELS_PER_THREAD; ++i)
                {
                    const int at = start + i * HISTOGRAM_TILE + tidx.local[0];
                    if (at < count)
                        atomic_fetch_inc(&local[Luminance(pixels[at])]);
                }
                tidx.barrier.wait();

                for (int b = tidx.local[0]; b < BINS; b += HISTOGRAM_TILE)
                {
                    if (local[b] != 0)
                        atomic_fetch_add(&bins[b], local[b]);
                }
            });
            bins.synchronize();
        }
    };

    void RegisterHistograms(FilterRegistry& registry)
    {
        registry.Add(std::make_shared<EqualizeFilter>());
    }
}
