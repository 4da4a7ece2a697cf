// rows: amp.ms.programs
#include <amp.h>
#include <assert.h>
#include <algorithm>
#include <numeric>
#include <iostream>
#pragma warning (disable : 4127)
#define DEBUG 0
using namespace concurrency;

template <typename T>
T reduction_sequential(const std::vector<T>& source) { return std::accumulate(source.begin(), source.end(), T()); }

template <typename T>
T reduction_simple_1(const std::vector<T>& source)
{
    assert(source.size() <= UINT_MAX);
    unsigned element_count = static_cast<unsigned>(source.size());
    assert(element_count != 0);
    if (element_count == 1) return source[0];
    array<T, 1> a(element_count, source.begin());
    T tail_sum = (element_count % 2) ? source[element_count - 1] : 0;
    array_view<T, 1> av_tail_sum(1, &tail_sum);
    for (unsigned s = element_count / 2; s > 0; s /= 2)
    {
        parallel_for_each(extent<1>(s), [=, &a] (index<1> idx) restrict(amp)
        {
            a[idx] = a[idx] + a[idx + s];
            if ((idx[0] == s - 1) && (s & 0x1) && (s != 1))
                av_tail_sum[0] += a[s - 1];
        });
    }
    std::vector<T> result(1);
    copy(a.section(0, 1), result.begin());
    av_tail_sum.synchronize();
    return result[0] + tail_sum;
}

template <unsigned _tile_size, class T, class Functor>
T reduction_tiled(const std::vector<T>& source, const Functor& f)
{
    std::vector<T>::size_type n = source.size();
    array<T, 1> arr_1((int)n, source.begin());
    array<T, 1> arr_2((n / _tile_size) ? (int)(n / _tile_size) : 1);
    array_view<T, 1> av_src(arr_1), av_dst(arr_2);
    av_dst.discard_data();
    while ((n % _tile_size) == 0)
    {
        parallel_for_each(av_src.section(0, (int)n).extent.tile<_tile_size>(), [=] (tiled_index<_tile_size> tidx) restrict(amp)
        {
            tile_static T tile_data[_tile_size];
            unsigned local_idx = tidx.local[0];
            tile_data[local_idx] = av_src[tidx.global];
            tidx.barrier.wait_with_tile_static_memory_fence();
            for (unsigned s = _tile_size / 2; s > 0; s >>= 1)
            {
                if (local_idx < s) tile_data[local_idx] = f(tile_data[local_idx], tile_data[local_idx + s]);
                tidx.barrier.wait_with_tile_static_memory_fence();
            }
            if (local_idx == 0) av_dst[tidx.tile] = tile_data[0];
        });
        n /= _tile_size;
        std::swap(av_src, av_dst);
        av_dst.discard_data();
    }
    std::vector<T> result(n);
    copy(av_src.section(0, (int)n), result.begin());
    return reduction_sequential(result);
}

struct plus_amp { template <class T> T operator()(T a, T b) const restrict(amp, cpu) { return a + b; } };

int main()
{
    const unsigned element_count = 8 * 8 * 8 * 3;
    std::vector<unsigned> source(element_count);
    std::generate(source.begin(), source.end(), rand);
    unsigned expected = reduction_sequential(source);
    if (reduction_simple_1(source) != expected) { std::cout << "simple" << std::endl; return 1; }
    if (reduction_tiled<8>(source, plus_amp()) != expected) { std::cout << "tiled" << std::endl; return 2; }
    std::cout << "SUCCESS." << std::endl;
    return 0;
}
