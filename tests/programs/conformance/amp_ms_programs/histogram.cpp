// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <intrin.h>
#include <ppl.h>
using namespace concurrency;
typedef unsigned __int32 uint32;
typedef unsigned char uchar;
const unsigned num_bins = 256;
const unsigned tile_count = 4, tile_threads = 64;

template <class _type, int bin_count>
class histogram_t
{
    array<_type> m_partial;
    std::vector<_type> m_bins;
public:
    histogram_t() : m_partial(bin_count * tile_count), m_bins(bin_count) {}
    void Compute(const std::vector<uint32>& packed)
    {
        array_view<const uint32> av((int)packed.size(), packed.data());
        array<_type>& partial = m_partial;
        parallel_for_each(extent<1>(tile_count * tile_threads).tile<tile_threads>(), [=, &partial](tiled_index<tile_threads> t) restrict(amp)
        {
            tile_static _type bins[bin_count];
            for (unsigned b = t.local[0]; b < bin_count; b += tile_threads) bins[b] = 0;
            t.barrier.wait_with_tile_static_memory_fence();
            for (int i = t.global[0]; i < av.extent[0]; i += tile_count * tile_threads)
            {
                uint32 w = av[i];
                for (int k = 0; k < 4; k++, w >>= 8) atomic_fetch_inc(&bins[w & 0xFF]);
            }
            t.barrier.wait();
            for (unsigned b = t.local[0]; b < bin_count; b += tile_threads) partial[t.tile[0] * bin_count + b] = bins[b];
        });
        array_view<_type> out(bin_count, m_bins);
        parallel_for_each(out.extent, [out, &partial](index<1> i) restrict(amp)
        {
            _type sum = 0;
            for (unsigned t = 0; t < tile_count; t++) sum += partial[t * bin_count + i[0]];
            out[i] = sum;
        });
    }
    const std::vector<_type>& Bins() const { return m_bins; }
    static _type Best(const std::vector<_type>& v) { return *std::max_element(begin(v), end(v)); }
};

int main()
{
    const int n = 10000;
    std::vector<uint32> data(n);
    parallel_for(0, n, [&](int i) { data[i] = i * 2654435761u; });
    std::vector<unsigned> expected(num_bins);
    for (auto w : data) for (int k = 0; k < 4; k++) expected[(w >> (8 * k)) & 0xFF]++;
    histogram_t<unsigned, num_bins> h;
    h.Compute(data);
    bool same = std::equal(std::begin(expected), std::end(expected), h.Bins().begin());
    std::cout << same << " " << h.Best(expected) << std::endl;
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
