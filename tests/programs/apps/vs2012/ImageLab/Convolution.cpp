#include "stdafx.h"
#include "Filter.h"
#include "PixelMath.h"

using namespace Concurrency;

namespace ImageLab
{
    namespace
    {
        const int Radius = 4;

        // Weights in 1/256, whose sum is 256.
        struct Kernel1D
        {
            int weights[2 * Radius + 1];
        };

        Kernel1D MakeGaussian(double sigma)
        {
            Kernel1D kernel;
            double values[2 * Radius + 1], sum = 0;
            for (int i = -Radius; i <= Radius; ++i)
                sum += values[i + Radius] = exp(-i * i / (2 * sigma * sigma));
            int total = 0;
            for (int i = 0; i <= 2 * Radius; ++i)
                total += kernel.weights[i] = static_cast<int>(256 * values[i] / sum + 0.5);
            kernel.weights[Radius] += 256 - total;
            return kernel;
        }

        //
        // A tile and its borders are loaded into tile_static memory; Horizontal chooses the direction.
        //
        template <int TileSize, bool Horizontal>
        void ConvolvePass(const array<UINT, 2>& source, array<UINT, 2>& target, const Kernel1D& kernel)
        {
            const int height = source.extent[0], width = source.extent[1];
            const int along = Horizontal ? width : height;
            const int across = Horizontal ? height : width;

            extent<2> domain(across, along);
            parallel_for_each(source.accelerator_view, domain.tile<1, TileSize>().pad(),
                [=, &source, &target](tiled_index<1, TileSize> tidx) restrict(amp)
            {
                tile_static UINT line[TileSize + 2 * Radius];
                const int row = tidx.global[0], at = tidx.global[1], local = tidx.local[1];
                const int first = tidx.tile_origin[1] - Radius;

                for (int i = local; i < TileSize + 2 * Radius; i += TileSize)
                {
                    int position = first + i;
                    position = position < 0 ? 0 : (position >= along ? along - 1 : position);
                    line[i] = Horizontal ? source(row, position) : source(position, row);
                }
                tidx.barrier.wait_with_tile_static_memory_fence();

                if (at < along)
                {
                    int sums[3] = { 128, 128, 128 };
                    for (int k = 0; k <= 2 * Radius; ++k)
                    {
                        const UINT pixel = line[local + k];
                        for (int c = 0; c < 3; ++c)
                            sums[c] += kernel.weights[k] * ChannelOf(pixel, c);
                    }
                    const UINT result = PackPixel(sums[2] >> 8, sums[1] >> 8, sums[0] >> 8);
                    if (Horizontal)
                        target(row, at) = result;
                    else
                        target(at, row) = result;
                }
            });
        }

        Image ConvolveCpu(const Image& source, const Kernel1D& kernel, int dy, int dx)
        {
            Image result(source.Width, source.Height);
            parallel_for(0, source.Height, [&](int y)
            {
                for (int x = 0; x < source.Width; ++x)
                {
                    int sums[3] = { 128, 128, 128 };
                    for (int k = -Radius; k <= Radius; ++k)
                    {
                        const UINT pixel = source.Clamped(y + k * dy, x + k * dx);
                        for (int c = 0; c < 3; ++c)
                            sums[c] += kernel.weights[k + Radius] * ChannelOf(pixel, c);
                    }
                    result.At(y, x) = PackPixel(sums[2] >> 8, sums[1] >> 8, sums[0] >> 8);
                }
            });
            return result;
        }

        class GaussianFilter : public IFilter
        {
        public:
            explicit GaussianFilter(double sigma) : m_kernel(MakeGaussian(sigma)) {}

            virtual std::wstring GetName() const { return L"gaussian"; }

            virtual Image ApplyAmp(const Image& source, accelerator_view view)
            {
                const extent<2> size(source.Height, source.Width);
                array<UINT, 2> first(size, source.Pixels().begin(), source.Pixels().end(), view);
                array<UINT, 2> second(size, view);
                ConvolvePass<64, true>(first, second, m_kernel);
                ConvolvePass<64, false>(second, first, m_kernel);
                Image result(source.Width, source.Height);
                copy(first, result.Pixels().begin());
                return result;
            }

            virtual Image ApplyCpu(const Image& source)
            {
                return ConvolveCpu(ConvolveCpu(source, m_kernel, 0, 1), m_kernel, 1, 0);
            }

        private:
            Kernel1D m_kernel;
        };
    }

    void RegisterConvolutions(FilterRegistry& registry)
    {
        registry.Add(std::make_shared<GaussianFilter>(1.6));
    }
}
