// rows: amp.ms.programs
// header-like library in one file: random numbers on the accelerator
#include <amp.h>
#include <amp_math.h>
#include <iostream>
#include <cassert>

#ifndef _AMP_RNG_H
#define _AMP_RNG_H
using namespace concurrency;

template <int rank> class rng_collection_base
{
protected:
    extent<rank> m_extent;
public:
    rng_collection_base(const extent<rank>& e) : m_extent(e) {}
    __declspec(property(get=get_extent)) extent<rank> extents;
    extent<rank> get_extent() const { return m_extent; }
};

class tinymt
{
    unsigned m_state[4];
public:
    tinymt() restrict(amp, cpu) {}
    tinymt(unsigned seed) restrict(amp, cpu)
    {
        m_state[0] = seed; m_state[1] = 0x8f7011eeU; m_state[2] = 0xfc78ff1fU; m_state[3] = 0x3793fdffU;
        for (int i = 1; i < 8; i++)
            m_state[i & 3] ^= i + 1812433253U * (m_state[(i - 1) & 3] ^ (m_state[(i - 1) & 3] >> 30));
    }
    unsigned next_uint() restrict(amp, cpu)
    {
        unsigned t = m_state[0] ^ (m_state[0] << 11);
        m_state[0] = m_state[1]; m_state[1] = m_state[2]; m_state[2] = m_state[3];
        return m_state[3] = m_state[3] ^ (m_state[3] >> 19) ^ t ^ (t >> 8);
    }
    float next_single() restrict(amp, cpu) { return (next_uint() >> 8) * (1.0f / 16777216.0f); }
};

template <int _rank> class tinymt_collection : public rng_collection_base<_rank>
{
    std::vector<tinymt> m_store;
    array_view<tinymt, _rank> m_rng_av;
    typedef rng_collection_base<_rank> base;
public:
    tinymt_collection(const extent<_rank>& e, unsigned seed = 5489u) : rng_collection_base<_rank>(e), m_store(e.size()), m_rng_av(e, m_store)
    {
        auto view = m_rng_av;
        const extent<_rank> ext = m_extent;
        parallel_for_each(m_rng_av.extent, [=](index<_rank> idx) restrict(amp) { view[idx] = tinymt(seed + idx[0] * 9781); });
    }
    tinymt& operator[](const index<_rank>& i) const restrict(amp, cpu) { return m_rng_av[i]; }
    array_view<tinymt, _rank> view() const { return m_rng_av; }
};
#endif

int main()
{
    const int n = 512;
    extent<1> e(n);
    tinymt_collection<1> coll(e);
    assert(coll.extents == e);
    std::vector<float> pi(n);
    array_view<float, 1> out(n, pi);
    array_view<tinymt, 1> gens = coll.view();
    parallel_for_each(e, [=](index<1> idx) restrict(amp)
    {
        tinymt t = gens[idx];
        int in = 0;
        for (int i = 0; i < 100; i++)
        {
            float x = t.next_single(), y = t.next_single();
            in += (x * x + y * y < 1.0f) ? 1 : 0;
        }
        out[idx] = 4.0f * in / 100;
        gens[idx] = t;
    });
    out.synchronize();
    int wrong = 0;
    double sum = 0;
    for (int g = 0; g < n; g++)
    {
        tinymt t(5489u + g * 9781);
        int in = 0;
        for (int i = 0; i < 100; i++) { float x = t.next_single(), y = t.next_single(); if (x * x + y * y < 1.0f) in++; }
        if (pi[g] != 4.0f * in / 100) wrong++;
        sum += pi[g];
    }
    std::wcout << L"pi " << sum / n << L" wrong " << wrong << std::endl;
    return wrong > 2;
}
