// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <vector>
#include <assert.h>
#define NOMINMAX
#include <Windows.h>
using namespace concurrency;
typedef std::vector<unsigned int> matrix;
const UINT tile = 8;

template <typename T> void simple(const std::vector<T>& in, std::vector<T>& out, UINT r, UINT c)
{
    array_view<const T, 2> a(extent<2>(r, c), in);
    array_view<T, 2> b(extent<2>(c, r), out);
    b.discard_data();
    parallel_for_each(a.extent, [=](index<2> i) restrict(amp) { b[i[1]][i[0]] = a[i]; });
}
template <typename T, UINT TS> void tiled_even(const std::vector<T>& in, std::vector<T>& out, UINT r, UINT c)
{
    assert(r % TS == 0 && c % TS == 0);
    array_view<const T, 2> a(r, c, in);
    array_view<T, 2> b(c, r, out);
    b.discard_data();
    parallel_for_each(a.extent.tile<TS, TS>(), [=](tiled_index<TS, TS> t) restrict(amp)
    {
        tile_static T s[TS][TS];
        s[t.local[1]][t.local[0]] = a[t.global];
        t.barrier.wait();
        index<2> o(index<2>(t.tile_origin[1], t.tile_origin[0]) + t.local);
        b[o] = s[t.local[0]][t.local[1]];
    });
    b.synchronize();
}
template <typename T, UINT TS> void tiled_pad(const std::vector<T>& in, std::vector<T>& out, int r, int c)
{
    array_view<const T, 2> a(r, c, in);
    array_view<T, 2> b(c, r, out);
    b.discard_data();
    parallel_for_each(a.extent.tile<TS, TS>().pad(), [=](tiled_index<TS, TS> t) restrict(amp)
    {
        tile_static T s[TS][TS];
        if (a.extent.contains(t.global)) s[t.local[1]][t.local[0]] = a[t.global];
        t.barrier.wait();
        index<2> o(t.tile_origin[1] + t.local[0], t.tile_origin[0] + t.local[1]);
        if (b.extent.contains(o)) b[o] = s[t.local[0]][t.local[1]];
    });
}
template <typename T, UINT TS> void tiled_truncate(const std::vector<T>& in, std::vector<T>& out, int r, int c)
{
    array_view<const T, 2> a(r, c, in);
    array_view<T, 2> b(c, r, out);
    tiled_extent<TS, TS> e = a.extent.tile<TS, TS>().truncate();
    parallel_for_each(e, [=](tiled_index<TS, TS> t) restrict(amp) { b(t.global[1], t.global[0]) = a[t.global]; });
    const int rr = e[0], cc = e[1];
    if (rr < r) parallel_for_each(extent<2>(r - rr, c), [=](index<2> i) restrict(amp) { b(i[1], i[0] + rr) = a(i[0] + rr, i[1]); });
    if (cc < c) parallel_for_each(extent<2>(rr, c - cc), [=](index<2> i) restrict(amp) { b(i[1] + cc, i[0]) = a(i[0], i[1] + cc); });
}
bool check(const matrix& a, matrix& b, UINT r, UINT c)
{
    for (UINT i = 0; i < r; i++) for (UINT j = 0; j < c; j++) if (a[i * c + j] != b[j * r + i]) return false;
    std::fill(b.begin(), b.end(), 0u);
    return true;
}
int main()
{
    matrix a(24 * 40), b(a.size());
    for (UINT i = 0; i < a.size(); i++) a[i] = i * i;
    int bad = 0;
    simple(a, b, 24, 40); if (!check(a, b, 24, 40)) bad |= 1;
    tiled_even<UINT, tile>(a, b, 24, 40); if (!check(a, b, 24, 40)) bad |= 2;
    a.resize(21 * 37); b.resize(a.size());
    tiled_pad<UINT, tile>(a, b, 21, 37); if (!check(a, b, 21, 37)) bad |= 4;
    tiled_truncate<UINT, tile>(a, b, 21, 37); if (!check(a, b, 21, 37)) bad |= 8;
    std::cout << "bad " << bad << std::endl;
    return bad;
}
