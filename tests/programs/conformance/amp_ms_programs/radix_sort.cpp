// rows: amp.ms.programs
#include <amp.h>
#include <vector>
#include <algorithm>
#include <iostream>
#include <conio.h>
namespace amp = concurrency;
typedef unsigned long long uint64;
using std::vector; using std::cout;

namespace detail
{
    static const UINT tile_size = 32;
    static const unsigned bits = 2, buckets = 1 << bits;
    template <typename T> inline UINT radix_of(T value, UINT shift) restrict(cpu, amp) { return (UINT)(value >> shift) & (buckets - 1); }

    template <typename T>
    void pass(amp::array_view<T>& in, amp::array_view<T>& out, unsigned shift)
    {
        const int n = in.extent[0], tiles = n / tile_size;
        amp::array<UINT, 2> counts(buckets, tiles);
        amp::parallel_for_each(in.extent.tile<tile_size>(), [=, &counts](amp::tiled_index<tile_size> t) restrict(amp)
        {
            tile_static UINT local[buckets];
            if (t.local[0] < buckets) local[t.local[0]] = 0;
            t.barrier.wait();
            amp::atomic_fetch_add(&local[radix_of(in[t.global], shift)], 1u);
            t.barrier.wait();
            if (t.local[0] < buckets) counts(t.local[0], t.tile[0]) = local[t.local[0]];
        });
        vector<UINT> host(buckets * tiles);
        amp::copy(counts, host.begin());
        UINT sum = 0;
        std::for_each(host.begin(), host.end(), [&sum](UINT& c) { UINT v = c; c = sum; sum += v; });
        amp::copy(host.begin(), host.end(), counts);
        amp::parallel_for_each(in.extent.tile<tile_size>(), [=, &counts](amp::tiled_index<tile_size> t) restrict(amp)
        {
            tile_static T values[tile_size];
            values[t.local[0]] = in[t.global];
            t.barrier.wait();
            UINT mine = radix_of(values[t.local[0]], shift), before = 0;
            for (int i = 0; i < t.local[0]; i++) before += radix_of(values[i], shift) == mine;
            out[counts(mine, t.tile[0]) + before] = values[t.local[0]];
        });
    }
}

template <typename T> void radix_sort(amp::array_view<T>& data)
{
    amp::array<T> temp(data.extent);
    amp::array_view<T> other(temp);
    for (unsigned s = 0; s < sizeof(T) * 8; s += detail::bits * 2)
    {
        detail::pass(data, other, s);
        detail::pass(other, data, s + detail::bits);
    }
    data.synchronize();
}

int main()
{
    vector<unsigned> v(1024);
    UINT x = 12345;
    for (auto& e : v) e = x = x * 1664525 + 1013904223;
    vector<unsigned> w = v;
    radix_sort(amp::array_view<unsigned>(1024, v));
    std::sort(w.begin(), w.end());
    cout << (v == w) << std::endl;
    return v == w ? 0 : 1;
}
