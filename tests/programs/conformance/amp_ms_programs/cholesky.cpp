// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <iostream>
#include <assert.h>
#include <vector>
#include <math.h>
typedef double real;
using namespace Concurrency;
namespace linalg {
    template <class T> struct ref_matrix { int n; T* p; T& at(int i, int j) { return p[i * n + j]; } };
    template <class T> bool cholesky_cpu(ref_matrix<T>& m);
    template <class T> bool cholesky(ref_matrix<T> m)
    {
        if (m.n <= 0) throw std::exception("empty matrix");
        array<T, 2> a(m.n, m.n, stdext::checked_array_iterator<T*>(m.p, m.n * m.n));
        for (int k = 0; k < m.n; k++)
        {
            T pivot;
            copy(a.section(index<2>(k, k), extent<2>(1, 1)), &pivot);
            if (pivot <= 0) return false;
            const T d = sqrt(pivot);
            parallel_for_each(extent<1>(m.n - k), [=, &a](index<1> i) restrict(amp) { int r = k + i[0]; a(r, k) = (r == k) ? d : a(r, k) / d; });
            if (k + 1 < m.n)
                parallel_for_each(extent<2>(m.n - k - 1, m.n - k - 1), [=, &a](index<2> i) restrict(amp)
                {
                    int r = i[0] + k + 1, c = i[1] + k + 1;
                    if (c <= r) a(r, c) -= a(r, k) * a(c, k);
                });
        }
        copy(a, stdext::make_checked_array_iterator(m.p, m.n * m.n));
        return true;
    }
}
template <class T> bool linalg::cholesky_cpu(ref_matrix<T>& m)
{
    for (int k = 0; k < m.n; k++)
    {
        m.at(k, k) = sqrt(m.at(k, k));
        for (int r = k + 1; r < m.n; r++) m.at(r, k) /= m.at(k, k);
        for (int c = k + 1; c < m.n; c++) for (int r = c; r < m.n; r++) m.at(r, c) -= m.at(r, k) * m.at(c, k);
    }
    return true;
}
int main()
{
    const int n = 24;
    std::vector<real> a(n * n), b;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i * n + j] = (i == j ? n : 0) + 1.0 / (1 + abs(i - j));
    b = a;
    linalg::ref_matrix<real> ma = { n, a.data() }, mb = { n, &b[0] };
    if (!linalg::cholesky(ma) || !linalg::cholesky_cpu(mb)) return 1;
    real worst = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) worst = fmax(worst, fabs(a[i * n + j] - b[i * n + j]));
    linalg::ref_matrix<real> none = { 0, 0 };
    try { linalg::cholesky(none); return 2; } catch (const std::exception& ex) { std::cout << ex.what() << std::endl; }
    assert(worst < 1e-9, "too large");
    return worst < 1e-9 ? 0 : 3;
}
