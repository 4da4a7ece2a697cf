// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <vector>
#include <iostream>
#include <functional>
using namespace concurrency;

struct sigmoid { static float f(float x) restrict(cpu, amp) { return 1.0f / (1.0f + fast_math::expf(-x)); } static float d(float y) restrict(cpu, amp) { return y * (1.0f - y); } };
struct relu { static float f(float x) restrict(cpu, amp) { return x > 0 ? x : 0.0f; } static float d(float y) restrict(cpu, amp) { return y > 0 ? 1.0f : 0.0f; } };

template <class Derived> class layer_base
{
protected:
    int n_in, n_out;
    std::vector<float> weights;
public:
    layer_base(int i, int o) : n_in(i), n_out(o), weights(i * o) { for (int k = 0; k < i * o; ++k) weights[k] = ((k * 31) % 17 - 8) / 20.0f; }
    std::vector<float> forward(const std::vector<float>& x) { return static_cast<Derived*>(this)->eval(x); }
    virtual ~layer_base() {}
};
template <class A> class amp_layer : public layer_base<amp_layer<A>>
{
public:
    amp_layer(int i, int o) : layer_base(i, o) {}
    std::vector<float> eval(const std::vector<float>& x)
    {
        std::vector<float> y(n_out);
        const int in = n_in;
        array_view<const float, 2> w(n_out, n_in, weights);
        array_view<const float> vx(n_in, x);
        array_view<float> vy(n_out, y);
        parallel_for_each(vy.extent, [=](index<1> o) restrict(amp)
        {
            float s = 0;
            for (int i = 0; i < in; i++) s += w(o[0], i) * vx(i);
            vy[o] = A::f(s);
        });
        vy.synchronize();
        return y;
    }
};
template <class A> class cpu_layer : public layer_base<cpu_layer<A> >
{
public:
    cpu_layer(int i, int o) : layer_base<cpu_layer>(i, o) {}
    std::vector<float> eval(const std::vector<float>& x)
    {
        std::vector<float> y(n_out);
        for (int o = 0; o < n_out; o++) { float s = 0; for (int i = 0; i < n_in; i++) s += weights[o * n_in + i] * x[i]; y[o] = A::f(s); }
        return y;
    }
};
template <template <class> class L> std::vector<float> network(const std::vector<float>& x)
{
    L<relu> a(20, 15);
    L<sigmoid> b(15, 6);
    return b.forward(a.forward(x));
}
int main()
{
    std::vector<float> x(20);
    for (size_t i = 0; i < x.size(); ++i) x[i] = i / 10.f - 1;
    std::vector<float> g = network<amp_layer>(x), c = network<cpu_layer>(x);
    float d = 0;
    for (int i = 0; i < 6; i++) d = __max(d, fabsf(g[i] - c[i]));
    std::cout << d << "\n";
    return d < 1e-5f ? 0 : 1;
}
