// rows: amp.ms.programs
#include <amp.h>
#include <vector>
#include <iostream>
#include <tchar.h>
using namespace concurrency;
using std::vector;

enum class scan_mode : int { exclusive = 0, inclusive = 1 };

template <typename T> struct scan_base
{
    typedef T value_type;
    typedef std::vector<T> container;
    int m_count;
    scan_base() : m_count(0) {}
    static T identity() { return T(); }
};

template <int TileSize, scan_mode _Mode, typename T>
class tiled_scan : public scan_base<T>
{
public:
    container run(const container& in)
    {
        m_count = (int)in.size();
        container out(in.size(), identity());
        int tiles = (m_count + TileSize - 1) / TileSize;
        array<T> input(m_count, in.begin()), sums(tiles), result(m_count);
        details::scan_tiles<TileSize, _Mode>(input, result, sums);
        container totals(tiles);
        copy(sums, totals.begin());
        T running = identity();
        for (int t = 0; t < tiles; ++t) { T v = totals[t]; totals[t] = running; running += v; }
        copy(totals.begin(), sums);
        details::add_offsets<TileSize>(result, sums);
        copy(result, out.begin());
        return out;
    }
};

namespace details
{
    template <int TileSize, scan_mode _Mode, typename T>
    void scan_tiles(const array<T, 1>& in, array<T, 1>& out, array<T, 1>& sums)
    {
        const int n = in.extent[0];
        parallel_for_each(in.extent.tile<TileSize>().pad(), [=, &in, &out, &sums](tiled_index<TileSize> tidx) restrict(amp)
        {
            tile_static T buf[2][TileSize];
            const int lid = tidx.local[0], gid = tidx.global[0];
            int src = 0;
            buf[0][lid] = (gid < n) ? in[gid] : T();
            tidx.barrier.wait();
            for (int off = 1; off < TileSize; off <<= 1)
            {
                buf[1 - src][lid] = (lid >= off) ? buf[src][lid] + buf[src][lid - off] : buf[src][lid];
                src = 1 - src;
                tidx.barrier.wait();
            }
            if (gid < n) out[gid] = (_Mode == scan_mode::inclusive) ? buf[src][lid] : (lid == 0 ? T() : buf[src][lid - 1]);
            if (lid == TileSize - 1) sums[tidx.tile] = buf[src][lid];
        });
    }
    template <int TileSize, typename T>
    void add_offsets(array<T, 1>& out, const array<T, 1>& sums)
    {
        parallel_for_each(out.extent, [&](index<1> i) restrict(amp) { out[i] += sums[i[0] / TileSize]; });
    }
}

template <scan_mode M> bool test(int n)
{
    vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = i % 17 - 5;
    tiled_scan<64, M, int> s;
    vector<int> got = s.run(in);
    int sum = 0;
    for (int i = 0; i < n; i++)
    {
        if (M == scan_mode::inclusive) sum += in[i];
        if (got[i] != sum) return false;
        if (M == scan_mode::exclusive) sum += in[i];
    }
    return true;
}

int _tmain()
{
    bool ok = test<scan_mode::inclusive>(1000) && test<scan_mode::exclusive>(777);
    std::wcout << (ok ? L"ok" : L"failed") << std::endl;
    return !ok;
}
