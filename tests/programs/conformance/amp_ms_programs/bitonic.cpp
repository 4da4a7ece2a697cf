// rows: amp.ms.programs
#include "stdafx.h"
#include <amp.h>
#include <iostream>
#include <assert.h>
using namespace concurrency;
using namespace std;

#ifndef NUM_ELEMENTS
#define NUM_ELEMENTS (64 * 64)
#endif
const unsigned BITONIC_BLOCK_SIZE = 64;
const unsigned TRANSPOSE_BLOCK_SIZE = 16;
const unsigned MATRIX_WIDTH = BITONIC_BLOCK_SIZE;
const unsigned MATRIX_HEIGHT = NUM_ELEMENTS / BITONIC_BLOCK_SIZE;
template<typename _type> void bitonic_sort_amp(std::vector<_type>& data_in, std::vector<_type>& data_out);

template<typename _type>
void bitonic_sort_kernel(array<_type, 1>& data, unsigned ulevel, unsigned ulevelmask, tiled_index<BITONIC_BLOCK_SIZE> tidx) restrict(amp)
{
    tile_static _type sh_data[BITONIC_BLOCK_SIZE];
    int local_idx = tidx.local[0];
    int global_idx = tidx.global[0];
    sh_data[local_idx] = data[global_idx];
    tidx.barrier.wait();
    for (unsigned int j = ulevel >> 1 ; j > 0 ; j >>= 1)
    {
        _type result = ((sh_data[local_idx & ~j] <= sh_data[local_idx | j]) == (bool)(ulevelmask & global_idx)) ? sh_data[local_idx ^ j] : sh_data[local_idx];
        tidx.barrier.wait();
        sh_data[local_idx] = result;
        tidx.barrier.wait();
    }
    data[global_idx] = sh_data[local_idx];
}

template<typename _type>
void transpose_kernel(const array<_type, 1>& data_in, array<_type, 1>& data_out, unsigned width, unsigned height, tiled_index<TRANSPOSE_BLOCK_SIZE, TRANSPOSE_BLOCK_SIZE> tidx) restrict(amp)
{
    tile_static _type transpose_shared_data[TRANSPOSE_BLOCK_SIZE][TRANSPOSE_BLOCK_SIZE];
    transpose_shared_data[tidx.local[0]][tidx.local[1]] = data_in[tidx.global[0] * width + tidx.global[1]];
    tidx.barrier.wait();
    int x = tidx.tile_origin[1] + tidx.local[0], y = tidx.tile_origin[0] + tidx.local[1];
    data_out[x * height + y] = transpose_shared_data[tidx.local[1]][tidx.local[0]];
}

template<typename _type>
void bitonic_sort_amp(std::vector<_type>& data_in, std::vector<_type>& data_out)
{
    array<_type, 1> temp(data_out.size());
    array<_type, 1> data(data_in.size(), data_in.begin());
    for (unsigned level = 2; level <= BITONIC_BLOCK_SIZE; level = level * 2)
        parallel_for_each(extent<1>(NUM_ELEMENTS).tile<BITONIC_BLOCK_SIZE>(), [=, &data] (tiled_index<BITONIC_BLOCK_SIZE> tidx) restrict(amp)
            { bitonic_sort_kernel<_type>(data, level, level, tidx); });
    for (unsigned level = (BITONIC_BLOCK_SIZE * 2); level <= NUM_ELEMENTS; level = level * 2)
    {
        parallel_for_each(extent<2>(MATRIX_HEIGHT, MATRIX_WIDTH).tile<TRANSPOSE_BLOCK_SIZE, TRANSPOSE_BLOCK_SIZE>(),
            [=, &data, &temp] (tiled_index<TRANSPOSE_BLOCK_SIZE, TRANSPOSE_BLOCK_SIZE> tidx) restrict(amp)
            { transpose_kernel<_type>(data, temp, MATRIX_WIDTH, MATRIX_HEIGHT, tidx); });
        parallel_for_each(extent<1>(NUM_ELEMENTS).tile<BITONIC_BLOCK_SIZE>(), [=, &temp] (tiled_index<BITONIC_BLOCK_SIZE> tidx) restrict(amp)
            { bitonic_sort_kernel<_type>(temp, level / BITONIC_BLOCK_SIZE, (level & ~NUM_ELEMENTS) / BITONIC_BLOCK_SIZE, tidx); });
        parallel_for_each(extent<2>(MATRIX_WIDTH, MATRIX_HEIGHT).tile<TRANSPOSE_BLOCK_SIZE, TRANSPOSE_BLOCK_SIZE>(),
            [=, &temp, &data] (tiled_index<TRANSPOSE_BLOCK_SIZE, TRANSPOSE_BLOCK_SIZE> tidx) restrict(amp)
            { transpose_kernel<_type>(temp, data, MATRIX_HEIGHT, MATRIX_WIDTH, tidx); });
        parallel_for_each(extent<1>(NUM_ELEMENTS).tile<BITONIC_BLOCK_SIZE>(), [=, &data] (tiled_index<BITONIC_BLOCK_SIZE> tidx) restrict(amp)
            { bitonic_sort_kernel<_type>(data, BITONIC_BLOCK_SIZE, level, tidx); });
    }
    copy(data, data_out.begin());
}

void main()
{
    assert((MATRIX_WIDTH % TRANSPOSE_BLOCK_SIZE) == 0);
    std::vector<int> v_data(NUM_ELEMENTS), v_result(NUM_ELEMENTS);
    for (unsigned i = 0; i < NUM_ELEMENTS; i++) v_data[i] = rand() % 1000;
    bitonic_sort_amp<int>(v_data, v_result);
    std::sort(v_data.begin(), v_data.end());
    bool ok = v_data == v_result;
    if (!ok) std::reverse(v_result.begin(), v_result.end()), ok = v_data == v_result;
    cout << (ok ? "ok" : "Data mismatch!!") << endl;
    if (!ok) exit(1);
}
