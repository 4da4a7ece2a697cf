#pragma once

//
// Marsaglia's xorshift with a Weyl sequence; the state is that of one thread.
//
class XorWow
{
public:
    explicit XorWow(unsigned int seed) restrict(cpu, amp) : m_counter(362437)
    {
        for (int i = 0; i < 5; i++)
        {
            seed = (seed ^ (seed >> 16)) * 0x85EBCA6B + 0x9E3779B9;
            m_state[i] = seed;
        }
    }

    unsigned int NextInteger() restrict(cpu, amp)
    {
        unsigned int t = m_state[4];
        const unsigned int s = m_state[0];
        m_state[4] = m_state[3];
        m_state[3] = m_state[2];
        m_state[2] = m_state[1];
        m_state[1] = s;
        t ^= t >> 2;
        t ^= t << 1;
        t ^= s ^ (s << 4);
        m_state[0] = t;
        m_counter += 362437;
        return t + m_counter;
    }

    // In (0, 1).
    float NextUniform() restrict(cpu, amp)
    {
        return ((NextInteger() >> 8) + 0.5f) * (1.0f / 16777216.0f);
    }

private:
    unsigned int m_state[5];
    unsigned int m_counter;
};

// Box and Muller's pair; the kernels and the CPU have other names for the functions.
inline void NormalPair(XorWow& random, float& a, float& b) restrict(amp)
{
    const float radius = precise_math::sqrtf(-2.0f * precise_math::logf(random.NextUniform()));
    const float angle = 6.28318531f * random.NextUniform();
    precise_math::sincosf(angle, &a, &b);
    a *= radius;
    b *= radius;
}

inline void NormalPair(XorWow& random, float& a, float& b) restrict(cpu)
{
    const float radius = sqrtf(-2.0f * logf(random.NextUniform()));
    const float angle = 6.28318531f * random.NextUniform();
    a = radius * sinf(angle);
    b = radius * cosf(angle);
}
