// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <iostream>
#include <math.h>
#pragma comment(lib, "winmm.lib")
#include <mmsystem.h>
using namespace concurrency;

template <typename fp_type> class blackscholes
{
public:
    typedef fp_type value;
    struct option { value S, X, T; };
private:
    std::vector<option> m_options;
    static const int block = 64;
    static value cndf(value d) restrict(cpu, amp);
public:
    explicit blackscholes(int count);
    void execute_cpu(std::vector<value>& call, std::vector<value>& put);
    void execute_amp(std::vector<value>& call, std::vector<value>& put);
    option get(int i) { return m_options[i]; }
};

template <typename T> blackscholes<T>::blackscholes(int count) : m_options(count)
{
    for (unsigned i = 0; i < m_options.size(); i++)
    {
        option& o = m_options[i];
        o.S = value(5 + i % 25); o.X = value(1 + i % 99); o.T = value(0.25 + (i % 40) * 0.25);
    }
}
template <typename T> typename T blackscholes<T>::cndf(T d) restrict(cpu, amp)
{
    const T A1 = (T)0.31938153, A2 = (T)-0.356563782, A3 = (T)1.781477937, A4 = (T)-1.821255978, A5 = (T)1.330274429, R = (T)0.39894228040143267793994605993438;
    T K = (T)1.0 / ((T)1.0 + (T)0.2316419 * fast_math::fabs(d));
    T c = R * fast_math::expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0) c = 1 - c;
    return c;
}
template <typename T> void price(const typename blackscholes<T>::option& o, T r, T v, T& call, T& put, T (*)(T)) {}

template <typename T> void blackscholes<T>::execute_cpu(std::vector<value>& call, std::vector<value>& put)
{
    const value R = 0.02f, V = 0.30f;
    for (size_t i = 0; i < m_options.size(); ++i)
    {
        value s = m_options[i].S, x = m_options[i].X, t = m_options[i].T, q = std::sqrt(t);
        value d1 = (std::log(s / x) + (R + (value)0.5 * V * V) * t) / (V * q), d2 = d1 - V * q, e = std::exp(-R * t);
        call[i] = s * cndf(d1) - x * e * cndf(d2);
        put[i] = x * e * (1 - cndf(d2)) - s * (1 - cndf(d1));
    }
}
template <typename T> void blackscholes<T>::execute_amp(std::vector<value>& call, std::vector<value>& put)
{
    int size = (int)m_options.size();
    array<option, 1> a(size, m_options.begin(), m_options.end());
    array_view<value> c(size, call), p(size, put);
    c.discard_data(); p.discard_data();
    parallel_for_each(extent<1>(size).tile<block>(), [=, &a](tiled_index<block> tidx) restrict(amp)
    {
        const value R = 0.02f, V = 0.30f;
        value s = a[tidx].S, x = a[tidx].X, t = a[tidx.global].T, q = fast_math::sqrt(t);
        value d1 = (fast_math::log(s / x) + (R + (value)0.5 * V * V) * t) / (V * q), d2 = d1 - V * q, e = fast_math::exp(-R * t);
        c[tidx] = s * cndf(d1) - x * e * cndf(d2);
        p[tidx.global] = x * e * (1 - blackscholes<T>::cndf(d2)) - s * (1 - blackscholes::cndf(d1));
    });
    c.synchronize(); p.synchronize();
}

int main()
{
    const int n = 64 * 32;
    DWORD t0 = timeGetTime();
    blackscholes<float> bs(n);
    std::vector<float> c1(n), p1(n), c2(n), p2(n);
    bs.execute_cpu(c1, p1);
    bs.execute_amp(c2, p2);
    float worst = 0;
    for (int i = 0; i < n; i++) worst = max(worst, max(fabs(c1[i] - c2[i]), fabs(p1[i] - p2[i])));
    std::cout << worst << " in " << timeGetTime() - t0 << "ms\n";
    return worst < 1e-3f ? 0 : 1;
}
