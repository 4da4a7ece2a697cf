#pragma once

#include "Matrix.h"

static const int TileSize = 16;

#pragma region Operands

// Accessors with bounds: zero outside, transposed or not.
template<typename T>
struct Plain
{
    array_view<const T, 2> m;
    explicit Plain(const array_view<const T, 2>& v) : m(v) {}
    int Rows() const restrict(cpu, amp) { return m.extent[0]; }
    int Cols() const restrict(cpu, amp) { return m.extent[1]; }
    T operator()(int r, int c) const restrict(amp) { return r < Rows() && c < Cols() ? m(r, c) : T(); }
};

template<typename T>
struct Transposed
{
    array_view<const T, 2> m;
    explicit Transposed(const array_view<const T, 2>& v) : m(v) {}
    int Rows() const restrict(cpu, amp) { return m.extent[1]; }
    int Cols() const restrict(cpu, amp) { return m.extent[0]; }
    T operator()(int r, int c) const restrict(amp) { return r < Rows() && c < Cols() ? m(c, r) : T(); }
};

template<typename T> Plain<T> AsIs(const Matrix<T>& m) { return Plain<T>(m.View()); }
template<typename T> Transposed<T> Flip(const Matrix<T>& m) { return Transposed<T>(m.View()); }

#pragma endregion

#pragma region Epilogues

struct Store
{
    template<typename T> T operator()(T sum, index<2>) const restrict(amp) { return sum; }
};

// Bias of the column, then the activation.
template<typename T, typename Activation>
struct BiasAndActivate
{
    array_view<const T, 1> bias;
    explicit BiasAndActivate(const array_view<const T, 1>& b) : bias(b) {}
    T operator()(T sum, index<2> idx) const restrict(amp) { return Activation::Value(sum + bias[idx[1]]); }
};

#pragma endregion

// result = epilogue(a * b)
template<typename T, typename A, typename B, typename Epilogue>
void Multiply(Matrix<T>& result, const A& a, const B& b, const Epilogue& epilogue)
{
    _ASSERTE(a.Cols() == b.Rows());
    array_view<T, 2> c = result.View();
    c.discard_data();
    tiled_extent<TileSize, TileSize> domain = c.extent.tile<TileSize, TileSize>().pad();
    const int depth = a.Cols();

    parallel_for_each(result.Where(), domain, [=](tiled_index<TileSize, TileSize> tidx) restrict(amp)
    {
        tile_static T left[TileSize][TileSize];
        tile_static T right[TileSize][TileSize];
        const int row = tidx.local[0], col = tidx.local[1];
        T sum = T();

        for (int k = 0; k < depth; k += TileSize)
        {
            left[row][col] = a(tidx.global[0], k + col);
            right[row][col] = b(k + row, tidx.global[1]);
            tidx.barrier.wait();

            for (int i = 0; i < TileSize; i++)
                sum += left[row][i] * right[i][col];

            tidx.barrier.wait();
        }
        if (c.extent.contains(tidx.global))
            c[tidx.global] = epilogue(sum, tidx.global);
    });
}

// sums[j] = the sum of column j, a tile for each column
template<typename T>
void SumColumns(array<T, 1>& sums, const Matrix<T>& m)
{
    static const int Threads = 64;
    array_view<const T, 2> in = m.View();
    const int rows = m.Rows();

    parallel_for_each(m.Where(), extent<2>(m.Cols(), Threads).tile<1, Threads>(),
        [=, &sums](tiled_index<1, Threads> tidx) restrict(amp)
    {
        tile_static T partial[Threads];
        const int local = tidx.local[1];
        T mine = T();
        for (int r = local; r < rows; r += Threads)
            mine += in(r, tidx.tile[0]);
        partial[local] = mine;
        tidx.barrier.wait_with_tile_static_memory_fence();

        for (int s = Threads / 2; s > 0; s /= 2)
        {
            if (local < s)
                partial[local] += partial[local + s];
            tidx.barrier.wait_with_tile_static_memory_fence();
        }
        if (local == 0)
            sums[tidx.tile[0]] = partial[0];
    });
}
