// rows: amp.ms.programs
#define _USE_MATH_DEFINES
#include <amp.h>
#include <amp_math.h>
#include <math.h>
#include <complex>
#include <iostream>
#include <windows.h>
using namespace Concurrency;
using namespace Concurrency::fast_math;
using namespace std;

template <class T> struct cplx
{
    T re, im;
    cplx() restrict(cpu, amp) {}
    cplx(T r, T i = 0) restrict(cpu, amp) : re(r), im(i) {}
    cplx operator+(const cplx& o) const restrict(cpu, amp) { return cplx(re + o.re, im + o.im); }
    cplx operator-(const cplx& o) const restrict(cpu, amp) { return cplx(re - o.re, im - o.im); }
    template <class U> cplx& operator*=(const cplx<U>& o) restrict(cpu, amp) { T r = re * o.re - im * o.im; im = re * o.im + im * o.re; re = r; return *this; }
};
template <class T> cplx<T> operator*(cplx<T> a, const cplx<T>& b) restrict(cpu, amp) { return a *= b; }
typedef cplx<float> fcomplex;

inline UINT reverse_bits(UINT x, int bits) restrict(amp) { UINT r = 0; for (int i = 0; i < bits; i++) { r = (r << 1) | (x & 1); x >>= 1; } return r; }

void fft_amp(array<fcomplex>& a, array<fcomplex>& b, int bits)
{
    const int n = 1 << bits;
    parallel_for_each(a.extent, [&a, &b, bits](index<1> i) restrict(amp) { b[reverse_bits(i[0], bits)] = a[i]; });
    for (int len = 2; len <= n; len <<= 1)
    {
        const float ang = (float)(-2 * M_PI / len);
        parallel_for_each(extent<1>(n / 2), [=, &b](index<1> idx) restrict(amp)
        {
            int half = len / 2, k = idx[0] % half, base = idx[0] / half * len;
            fcomplex w(cosf(ang * k), sinf(ang * k));
            fcomplex u = b[base + k], v = b[base + k + half] * w;
            b[base + k] = u + v;
            b[base + k + half] = u - v;
        });
    }
}

int main()
{
    const int bits = 8, n = 1 << bits;
    vector<fcomplex> in(n), out(n);
    for (int i = 0; i < n; i++) in[i] = fcomplex(::sinf(i * 0.3f) + (i % 5), 0);
    array<fcomplex> a(n, in.begin()), b(n);
    fft_amp(a, b, bits);
    out = b;
    double worst = 0;
    for (int k = 0; k < n; k += 7)
    {
        complex<double> sum(0, 0);
        for (int i = 0; i < n; i++) sum += complex<double>(in[i].re, 0) * polar(1.0, -2 * M_PI * k * i / n);
        worst = max(worst, abs(sum - complex<double>(out[k].re, out[k].im)));
    }
    cout << "error " << worst << endl;
    return worst < 0.05 ? 0 : -1;
}
