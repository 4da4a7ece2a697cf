// rows: amp.ms.programs
#include <amp.h>
#include <iostream>
#include <string>
#include <assert.h>
#include <crtdbg.h>
#define TS 8
using namespace concurrency;

typedef struct tagPARAMS { float alpha; int steps; BOOL tiled; } PARAMS, *PPARAMS, *LPPARAMS;

static void step(array<float, 2>* src, array<float, 2>* dst, const PARAMS p)
{
    array<float, 2>& s = *src; array<float, 2>& d = *dst;
    const extent<2> e = s.extent;
    if (p.tiled)
    {
        parallel_for_each(s.extent.tile<TS, TS>(), [=, &s, &d](tiled_index<TS, TS> t) restrict(amp)
        {
            tile_static float c[TS + 2][TS + 2];
            const int y = t.local[0] + 1, x = t.local[1] + 1;
            c[y][x] = s[t];
            if (t.local[0] == 0) c[0][x] = t.global[0] > 0 ? s(t.global[0] - 1, t.global[1]) : 0.f;
            if (t.local[0] == TS - 1) c[TS + 1][x] = t.global[0] < e[0] - 1 ? s(t.global[0] + 1, t.global[1]) : 0.f;
            if (t.local[1] == 0) c[y][0] = t.global[1] > 0 ? s(t.global[0], t.global[1] - 1) : 0.f;
            if (t.local[1] == TS - 1) c[y][TS + 1] = t.global[1] < e[1] - 1 ? s(t.global[0], t.global[1] + 1) : 0.f;
            t.barrier.wait_with_tile_static_memory_fence();
            d[t] = c[y][x] + p.alpha * (c[y - 1][x] + c[y + 1][x] + c[y][x - 1] + c[y][x + 1] - 4 * c[y][x]);
        });
    }
    else
        parallel_for_each(e, [&, e, p](index<2> i) restrict(amp)
        {
            float u = i[0] > 0 ? s(i - index<2>(1, 0)) : 0.f, v = i[0] < e[0] - 1 ? s(i + index<2>(1, 0)) : 0.f;
            float l = i[1] > 0 ? s(i - index<2>(0, 1)) : 0.f, r = i[1] < e[1] - 1 ? s(i + index<2>(0, 1)) : 0.f;
            d(i) = s(i) + p.alpha * (u + v + l + r - 4 * s(i));
        });
}

int main(void)
{
    _CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF);
    const int N = 32;
    float start[N * N], results[2][N * N];
    ZeroMemory(start, sizeof(start));
    for (int i = 8; i < 20; i++) for (int j = 5; j < 25; j++) start[i * N + j] = 100.0f;
    for (int mode = 0; mode < 2; mode++)
    {
        PARAMS p = { 0.2f, 25, mode };
        array<float, 2> a(N, N, start), b(N, N);
        array<float, 2> *pa = &a, *pb = &b;
        for (int k = 0; k < p.steps; k++) { step(pa, pb, p); array<float, 2>* t = pa; pa = pb; pb = t; }
        copy(*pa, stdext::make_checked_array_iterator(results[mode], N * N));
    }
    std::vector<float> c(start, start + N * N), n(N * N);
    for (int k = 0; k < 25; k++) {
        for (int y = 0; y < N; y++) for (int x = 0; x < N; x++)
            n[y * N + x] = c[y * N + x] + 0.2f * ((y ? c[(y - 1) * N + x] : 0) + (y < N - 1 ? c[(y + 1) * N + x] : 0) + (x ? c[y * N + x - 1] : 0) + (x < N - 1 ? c[y * N + x + 1] : 0) - 4 * c[y * N + x]);
        c.swap(n);
    }
    double diff = 0;
    for (int i = 0; i < N * N; i++) diff = max(diff, fabs(results[0][i] - c[i])), diff = max(diff, fabs(results[1][i] - c[i]));
    _ASSERT(diff < 1);
    std::cout << "diff " << diff << std::endl;
    return diff > 1e-3;
}
