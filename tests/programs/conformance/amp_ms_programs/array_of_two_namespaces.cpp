// rows: amp.ms.programs
// Using-directives of std and of concurrency, with copies, fills and algorithms of both.
#include "stdafx.h"
#include <amp.h>
#include <vector>
#include <algorithm>
#include <numeric>
using namespace std;
using namespace concurrency;

template <typename T, unsigned int Rows, unsigned int Columns>
struct matrix
{
    typedef T value_type;
    T cells[Rows * Columns];
    array_view<T, 2> view() { return array_view<T, 2>(Rows, Columns, cells); }
};

template <typename T, int N>
void multiply(const array<T, 2>& a, const array<T, 2>& b, array<T, 2>& c)
{
    typedef typename std::vector<T>::value_type number;
    parallel_for_each(c.extent.tile<4, 4>(), [&a, &b, &c](tiled_index<4, 4> t) restrict(amp)
    {
        tile_static number left[4][4], right[4][4];
        const int row = t.local[0], column = t.local[1];
        number sum = 0;
        for (int i = 0; i < N; i += 4)
        {
            left[row][column] = a(t.global[0], i + column);
            right[row][column] = b(i + row, t.global[1]);
            t.barrier.wait();
            for (int k = 0; k < 4; ++k)
                sum += left[row][k] * right[k][column];
            t.barrier.wait();
        }
        c[t.global] = sum;
    });
}

int main()
{
    matrix<float, 8, 8> m, unit;
    iota(begin(m.cells), end(m.cells), 1.0f);
    fill(begin(unit.cells), end(unit.cells), 0.0f);
    for (int i = 0; i < 8; i++)
        unit.cells[i * 9] = 2.0f;
    array<float, 2> a(8, 8, begin(m.cells), end(m.cells)), b(8, 8), c(extent<2>(8, 8));
    copy(unit.view(), b);
    multiply<float, 8>(a, b, c);
    vector<float> result(c.extent.size());
    copy(c, result.begin());
    transform(begin(m.cells), end(m.cells), begin(m.cells), bind1st(multiplies<float>(), 2.0f));
    return equal(result.begin(), result.end(), begin(m.cells)) ? 0 : 1;
}
