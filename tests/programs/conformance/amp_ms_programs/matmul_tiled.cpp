// rows: amp.ms.programs
// MatrixMultiply.cpp : Defines the entry point for the console application.
//
#include "stdafx.h"
#include <amp.h>
#include <iostream>
#include <ctime>

using namespace concurrency;
using namespace std;

#define TILE 16
#define DATA_TYPE float
const int M = 64, N = 48, W = 80;

template <typename _type>
void initialize_array(std::vector<_type> &v_data, unsigned size)
{
    for (unsigned i = 0; i < size; ++i)
        v_data[i] = (_type) 100 * rand() / RAND_MAX;
}

template <class T>
class Timer_t
{
    LARGE_INTEGER start, stop, freq;
public:
    Timer_t() { QueryPerformanceFrequency(&freq); QueryPerformanceCounter(&start); }
    void Stop() { QueryPerformanceCounter(&stop); }
    T Elapsed() const { return (T)(stop.QuadPart - start.QuadPart) * 1000 / freq.QuadPart; }
};

template <typename _type>
void mxm_simple(int M, int N, int W, const std::vector<_type>& va, const std::vector<_type>& vb, std::vector<_type>& vresult)
{
    extent<2> e_a(M, N), e_b(N, W), e_c(M, W);
    array_view<const _type, 2> av_a(e_a, va);
    array_view<const _type, 2> av_b(e_b, vb);
    array_view<_type, 2> av_c(e_c, vresult);
    av_c.discard_data();
    parallel_for_each(av_c.extent, [=](index<2> idx) restrict(amp,cpu)
        {
            _type result = 0;
            for (int i = 0; i < av_a.extent[1]; ++i)
            {
                index<2> idx_a(idx[0], i);
                index<2> idx_b(i, idx[1]);
                result += av_a[idx_a] * av_b[idx_b];
            }
            av_c[idx[0]][idx[1]] = result;
        });
    av_c.synchronize();
}

template <typename _type, int tile_size>
void mxm_tiled(int M, int N, int W, const std::vector<_type>& va, const std::vector<_type>& vb, std::vector<_type>& vresult)
{
    assert((M%tile_size) == 0);
    assert((W%tile_size) == 0 && "W must be divisible");
    array_view<const _type, 2> av_a(M, N, va), av_b(N, W, vb);
    array_view<_type, 2> av_c(M, W, vresult);
    extent<2> compute_domain(av_c.extent);
    av_c.discard_data();
    parallel_for_each(compute_domain.tile<tile_size, tile_size>(), [=] (tiled_index<tile_size, tile_size> tidx) restrict(amp)
        {
            _type temp_c = 0;
            index<2> localIdx = tidx.local;
            index<2> globalIdx = tidx.global;
            for (int i = 0; i < N; i += tile_size)
            {
                tile_static _type localB[tile_size][tile_size];
                tile_static _type localA[tile_size][tile_size];
                localA[localIdx[0]][localIdx[1]] = av_a(globalIdx[0], i + localIdx[1]);
                localB[localIdx[0]][localIdx[1]] = av_b(i + localIdx[0], globalIdx[1]);
                tidx.barrier.wait();
                for (unsigned k = 0; k < tile_size; k++)
                    temp_c += localA[localIdx[0]][k] * localB[k][localIdx[1]];
                tidx.barrier.wait();
            }
            av_c[tidx] = temp_c;
        });
    av_c.synchronize();
}

template <typename _type>
bool verify(vector<_type>& a, vector<_type>& b)
{
    for (unsigned i = 0; i < a.size(); i++)
        if (fabs(a[i] - b[i]) > fabs(0.001 * max(a[i], b[i]))) { printf("%d: %f %f\n", i, a[i], b[i]); return false; }
    return true;
}

int _tmain(int argc, _TCHAR* argv[])
{
    accelerator default_device;
    std::wcout << L"Using device : " << default_device.get_description() << std::endl;
    if (default_device == accelerator(accelerator::direct3d_ref))
        std::cout << "WARNING!! Running on very slow emulator!\n" << std::endl;
    srand(2012);
    std::vector<DATA_TYPE> va(M * N), vb(N * W), vc(M * W), vd(M * W), ve(M * W);
    initialize_array(va, M * N);
    initialize_array(vb, N * W);
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < W; ++j)
        {
            DATA_TYPE result = 0;
            for (int k = 0; k < N; k++) result += va[i * N + k] * vb[k * W + j];
            vc[i * W + j] = result;
        }
    Timer_t<double> t;
    mxm_simple(M, N, W, va, vb, vd);
    mxm_tiled<DATA_TYPE, TILE>(M, N, W, va, vb, ve);
    t.Stop();
    printf("%s\n", verify(vc, vd) && verify(vc, ve) && t.Elapsed() >= 0 ? "PASSED" : "FAILED");
    return verify(vc, vd) && verify(vc, ve) ? 0 : 1;
}
