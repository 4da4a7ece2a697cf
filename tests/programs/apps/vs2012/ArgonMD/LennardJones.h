#pragma once

#define LJ_CUTOFF 2.5f

//
// Parameters of the pair potential, captured by value in the kernels.
//
struct LJParams
{
    float sigma2;
    float epsilon;
    float cutoff2;
    float shift;        // value of the potential at the cut-off
    float box;
    float halfBox;
};

inline LJParams MakeLJParams(float sigma, float epsilon, float box)
{
    LJParams p;
    p.sigma2 = sigma * sigma;
    p.epsilon = epsilon;
    p.cutoff2 = LJ_CUTOFF * LJ_CUTOFF * sigma * sigma;
    const float s6 = powf(p.sigma2 / p.cutoff2, 3.0f);
    p.shift = 4.0f * epsilon * (s6 * s6 - s6);
    p.box = box;
    p.halfBox = 0.5f * box;
    return p;
}

// Nearest image of a distance in a periodic box.
inline float MinimumImage(float d, const LJParams& p) restrict(cpu, amp)
{
    if (d > p.halfBox)
        d -= p.box;
    else if (d < -p.halfBox)
        d += p.box;
    return d;
}

inline float WrapCoordinate(float x, float box) restrict(cpu, amp)
{
    if (x >= box)
        x -= box;
    if (x < 0.0f)
        x += box;
    return x;
}

//
// The force of particle j on particle i is added to (fx, fy, fz); half of the pair's
// energy is added to energy.
//
template <typename VecT>
inline void AddPair(const VecT& pi, const VecT& pj, const LJParams& p,
                    float& fx, float& fy, float& fz, float& energy) restrict(cpu, amp)
{
    const float dx = MinimumImage(pi.x - pj.x, p);
    const float dy = MinimumImage(pi.y - pj.y, p);
    const float dz = MinimumImage(pi.z - pj.z, p);
    const float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 >= p.cutoff2 || r2 == 0.0f)
        return;

    const float inv = p.sigma2 / r2;
    const float s6 = inv * inv * inv;
    const float scale = 24.0f * p.epsilon * (2.0f * s6 * s6 - s6) / r2;
    fx += scale * dx;
    fy += scale * dy;
    fz += scale * dz;
    energy += 0.5f * (4.0f * p.epsilon * (s6 * s6 - s6) - p.shift);
}
