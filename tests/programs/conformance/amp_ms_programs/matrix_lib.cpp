// rows: amp.ms.programs
// A small matrix library in one header, as course work had it.
#include "stdafx.h"
#include <amp.h>
#include <iostream>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
using namespace std;
using namespace concurrency;

#ifndef MATRIX_H
#define MATRIX_H
template <class T> class Matrix;
template <class T> ostream& operator<<(ostream& os, const Matrix<T>& m);
enum Method { CPU_NAIVE, AMP_SIMPLE, AMP_TILED, METHOD_COUNT };

template <class T>
class Matrix
{
private:
    int rows, cols;
    std::vector<T> data;
public:
    Matrix(int r, int c, T init = T()) : rows(r), cols(c), data(r * c, init) {}
    Matrix(const Matrix<T>& other) : rows(other.rows), cols(other.cols), data(other.data) {}
    inline T& operator()(int r, int c) { return data[r * cols + c]; }
    inline const T& operator()(int r, int c) const { return data[r * cols + c]; }
    int Rows() const { return rows; }
    int Cols() const { return cols; }
    Matrix<T>& operator=(Matrix<T>& rhs) { rows = rhs.rows; cols = rhs.cols; data = rhs.data; return *this; }
    Matrix<T> operator*(Matrix<T>& rhs) { return Multiply(*this, rhs, AMP_SIMPLE); }
    Matrix<T> operator+(Matrix<T>& rhs)
    {
        if (rows != rhs.rows || cols != rhs.cols) throw std::exception("dimension mismatch");
        Matrix<T> result(rows, cols);
        array_view<const T, 1> a(data.size(), data), b(rhs.data.size(), rhs.data);
        array_view<T, 1> c(result.data.size(), result.data);
        c.discard_data();
        parallel_for_each(c.extent, [=](index<1> idx) restrict(amp) { c[idx] = a[idx] + b[idx]; });
        c.synchronize();
        return result;
    }
    static Matrix<T> Multiply(Matrix<T>& a, Matrix<T>& b, Method how);
    friend ostream& operator<< <T>(ostream& os, const Matrix<T>& m);
    Matrix<T> Transposed() const { Matrix<T> t(cols, rows); for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) t(j, i) = (*this)(i, j); return t; }
};
template <class T> ostream& operator<<(ostream& os, const Matrix<T>& m)
{
    for (int i = 0; i < m.rows; i++) { for (int j = 0; j < m.cols; j++) os << m(i, j) << "\t"; os << endl; }
    return os;
}
template <class T> Matrix<T> Matrix<T>::Multiply(Matrix<T>& a, Matrix<T>& b, Method how)
{
    if (a.cols != b.rows) throw invalid_argument("cols != rows");
    Matrix<T> r(a.rows, b.cols);
    switch (how)
    {
    case CPU_NAIVE:
        for (int i = 0; i < a.rows; i++) for (int j = 0; j < b.cols; j++) for (int k = 0; k < a.cols; k++) r(i, j) += a(i, k) * b(k, j);
        break;
    case AMP_SIMPLE:
    {
        array_view<const T, 2> av(a.rows, a.cols, a.data), bv(b.rows, b.cols, b.data);
        array_view<T, 2> rv(r.rows, r.cols, r.data);
        rv.discard_data();
        parallel_for_each(rv.extent, [=](index<2> idx) restrict(amp)
        {
            T sum = 0;
            for (int k = 0; k < av.extent[1]; k++) sum += av(idx[0], k) * bv(k, idx[1]);
            rv[idx] = sum;
        });
        rv.synchronize();
        break;
    }
    case AMP_TILED:
    {
        static const int TS = 4;
        extent<2> e(r.rows, r.cols);
        array<T, 2> aa(a.rows, a.cols, a.data.begin()), ba(b.rows, b.cols, b.data.begin()), ra(e);
        const int n = a.cols;
        parallel_for_each(e.tile<TS, TS>(), [=, &aa, &ba, &ra](tiled_index<TS, TS> t) restrict(amp)
        {
            T sum = 0;
            for (int k0 = 0; k0 < n; k0 += TS)
            {
                tile_static T x[TS][TS], y[TS][TS];
                x[t.local[0]][t.local[1]] = aa(t.global[0], k0 + t.local[1]);
                y[t.local[0]][t.local[1]] = ba(k0 + t.local[0], t.global[1]);
                t.barrier.wait();
                for (int k = 0; k < TS; k++) sum += x[t.local[0]][k] * y[k][t.local[1]];
                t.barrier.wait();
            }
            ra[t.global] = sum;
        });
        copy(ra, r.data.begin());
        break;
    }
    }
    return r;
}
#endif
int _tmain(int argc, _TCHAR* argv[])
{
    Matrix<int> a(8, 12), b(12, 16);
    for (int i = 0; i < 8; i++) for (int j = 0; j < 12; j++) a(i, j) = i - j;
    for (int i = 0; i < 12; i++) for (int j = 0; j < 16; j++) b(i, j) = i * j % 5;
    string texts[METHOD_COUNT];
    for (int m = CPU_NAIVE; m < METHOD_COUNT; m++)
    {
        stringstream ss;
        ss << Matrix<int>::Multiply(a, b, (Method)m);
        texts[m] = ss.str();
    }
    stringstream again, sum;
    again << a * b.Transposed().Transposed();
    sum << a * b + a * b;
    try { a + b; return 2; } catch (std::exception& e) { cout << "Error: " << e.what() << endl; }
    bool ok = texts[0] == texts[1] && texts[0] == texts[2] && texts[0] == again.str() && sum.str().size() > 100;
    cout << (ok ? "PASSED" : "FAILED") << endl;
    return ok ? 0 : 1;
}
