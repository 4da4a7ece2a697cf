#pragma once

//
// Sum of map(element) over an array: one partial sum for each tile, the rest on the CPU.
//
template <int TileSize, typename T, typename Map>
double TiledReduce(const concurrency::array<T, 1>& source, const Map& map)
{
    using namespace concurrency;

    static_assert((TileSize & (TileSize - 1)) == 0, "The tile size must be a power of two.");

    const int count = source.extent[0];
    const int tiles = (count + TileSize - 1) / TileSize;
    array<float, 1> partial(tiles, source.accelerator_view);

    parallel_for_each(source.accelerator_view, extent<1>(tiles * TileSize).tile<TileSize>(),
        [=, &source, &partial](tiled_index<TileSize> tidx) restrict(amp)
    {
        tile_static float sums[TileSize];
        const int local = tidx.local[0];
        const int global = tidx.global[0];

        sums[local] = global < count ? map(source[global]) : 0.0f;
        tidx.barrier.wait_with_tile_static_memory_fence();

        for (int stride = TileSize / 2; stride > 0; stride /= 2)
        {
            if (local < stride)
                sums[local] += sums[local + stride];
            tidx.barrier.wait_with_tile_static_memory_fence();
        }

        if (local == 0)
            partial[tidx.tile] = sums[0];
    });

    std::vector<float> host = partial;
    double total = 0.0;
    for (auto value : host)
        total += value;
    return total;
}
