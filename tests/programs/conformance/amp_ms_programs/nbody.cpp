// rows: amp.ms.programs
#include "StdAfx.h"
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <ppl.h>
#include <memory>
#include <random>
using namespace concurrency;
using namespace concurrency::graphics;

struct particle_cpu { float_3 pos; float_3 vel; };
__declspec(align(16)) struct Padded { float a; };

struct particles_amp
{
    array<float_3, 1>& pos;
    array<float_3, 1>& vel;
    particles_amp(array<float_3, 1>& pos, array<float_3, 1>& vel) : pos(pos), vel(vel) {}
    inline int size() const { return pos.extent.size(); }
};

struct task_data
{
    accelerator acc;
    std::shared_ptr<particles_amp> data_old, data_new;
private:
    array<float_3, 1> m_po, m_vo, m_pn, m_vn;
public:
    task_data(int size, accelerator_view view, accelerator a) : acc(a), m_po(size, view), m_vo(size, view), m_pn(size, view), m_vn(size, view),
        data_old(new particles_amp(m_po, m_vo)), data_new(new particles_amp(m_pn, m_vn)) {}
};

inline float sqr_length(const float_3& r) restrict(amp, cpu) { return r.x * r.x + r.y * r.y + r.z * r.z; }

inline void body_body(float_3& acc, const float_3 p, const float_3 q, const float soft, float mass) restrict(amp, cpu)
{
    float_3 r = q - p;
    float d = sqr_length(r) + soft;
    float inv = 1.0f / concurrency::precise_math::sqrt(d);
    acc += r * (mass * inv * inv * inv);
}

class INBody { public: virtual ~INBody() {} virtual void integrate(const std::shared_ptr<particles_amp>& in, const std::shared_ptr<particles_amp>& out, int n) const = 0; virtual int tile_size() const = 0; };

template <int TSize>
class nbody_tiled : public INBody
{
    const float m_soft, m_damp, m_dt, m_mass;
public:
    nbody_tiled(float soft, float damp, float dt, float mass) : m_soft(soft), m_damp(damp), m_dt(dt), m_mass(mass) {}
    int tile_size() const { return TSize; }
    void integrate(const std::shared_ptr<particles_amp>& pin, const std::shared_ptr<particles_amp>& pout, int n) const
    {
        const float soft = m_soft, damp = m_damp, dt = m_dt, mass = m_mass;
        extent<1> domain(n);
        const particles_amp in = *pin, out = *pout;
        array<float_3>& ip = in.pos; array<float_3>& iv = in.vel; array<float_3>& op = out.pos; array<float_3>& ov = out.vel;
        parallel_for_each(domain.tile<TSize>(), [=, &ip, &iv, &op, &ov](tiled_index<TSize> ti) restrict(amp)
        {
            tile_static float_3 tile[TSize];
            const int l = ti.local[0], g = ti.global[0];
            float_3 pos = ip[g], vel = iv[g], acc = 0.0f;
            for (int t = 0; t < n; t += TSize)
            {
                tile[l] = ip[t + l];
                ti.barrier.wait();
                for (int j = 0; j < TSize; j++) body_body(acc, pos, tile[j], soft, mass);
                ti.barrier.wait();
            }
            vel += acc * dt; vel *= damp; pos += vel * dt;
            op[g] = pos; ov[g] = vel;
        });
    }
};

class nbody_simple_cpu
{
public:
    void integrate(const particle_cpu* const in, particle_cpu* const out, int n, float soft, float damp, float dt, float mass) const
    {
        parallel_for(0, n, [=](int i)
        {
            float_3 pos = in[i].pos, vel = in[i].vel, acc(0.0f);
            std::for_each(in, in + n, [&](const particle_cpu& p) { body_body(acc, pos, p.pos, soft, mass); });
            vel += acc * dt; vel *= damp; pos += vel * dt;
            out[i].pos = pos; out[i].vel = vel;
        });
    }
};

int _tmain(int argc, TCHAR* argv[])
{
    const int n = 256;
    std::vector<particle_cpu> a(n), b(n);
    std::mt19937 gen(42);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    std::vector<float_3> p(n), v(n);
    for (int i = 0; i < n; ++i) { p[i] = float_3(unit(gen), unit(gen), unit(gen)); v[i] = float_3(0.0f, 0.1f, unit(gen)); a[i].pos = p[i]; a[i].vel = v[i]; }
    task_data data(n, accelerator().default_view, accelerator());
    copy(p.begin(), p.end(), data.data_old->pos);
    copy(v.begin(), v.end(), data.data_old->vel);
    std::unique_ptr<INBody> solver(new nbody_tiled<64>(0.01f, 0.99f, 0.01f, 0.5f));
    nbody_simple_cpu cpu;
    for (int s = 0; s < 4; s++)
    {
        solver->integrate(data.data_old, data.data_new, n);
        std::swap(data.data_old, data.data_new);
        cpu.integrate(a.data(), b.data(), n, 0.01f, 0.99f, 0.01f, 0.5f);
        a.swap(b);
    }
    copy(data.data_old->pos, p.begin());
    float worst = 0;
    for (int i = 0; i < n; ++i) worst = max(worst, sqr_length(p[i] - a[i].pos));
    _tprintf(_T("worst %f, tile %d\n"), worst, solver->tile_size());
    return worst < 1e-6f ? 0 : 1;
}
