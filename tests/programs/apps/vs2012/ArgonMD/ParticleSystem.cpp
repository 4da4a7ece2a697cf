#include "stdafx.h"
#include "ParticleSystem.h"
#include "Reduction.h"

using namespace concurrency;

namespace
{
    // Numerical Recipes' quick generator: the same start on each machine.
    class Random
    {
    public:
        explicit Random(unsigned int seed) : m_state(seed) {}

        float Next()
        {
            m_state = 1664525U * m_state + 1013904223U;
            return static_cast<float>(m_state >> 8) / 16777216.0f;
        }

        // Sum of twelve: nearly normal.
        float NextNormal()
        {
            float sum = -6.0f;
            for (int i = 0; i < 12; ++i)
                sum += Next();
            return sum;
        }

    private:
        unsigned int m_state;
    };
}

ParticleSystem::ParticleSystem(int cellsPerSide, float density, float temperature, const accelerator_view& view)
    : m_count(0), m_view(view)
{
    CreateLattice(cellsPerSide, density);
    CreateVelocities(temperature);

    m_positions.reset(new array<float_4, 1>(m_count, m_hostPositions.begin(), m_view));
    m_velocities.reset(new array<float_4, 1>(m_count, m_hostVelocities.begin(), m_view));
    m_forces.reset(new array<float_4, 1>(m_count, m_view));
}

// Face-centred cubic: four atoms a cell.
void ParticleSystem::CreateLattice(int cellsPerSide, float density)
{
    static const float basis[4][3] =
    {
        { 0.25f, 0.25f, 0.25f }, { 0.75f, 0.75f, 0.25f }, { 0.75f, 0.25f, 0.75f }, { 0.25f, 0.75f, 0.75f }
    };

    m_count = 4 * cellsPerSide * cellsPerSide * cellsPerSide;
    const float box = powf(static_cast<float>(m_count) / density, 1.0f / 3.0f);
    const float cell = box / cellsPerSide;
    m_params = MakeLJParams(1.0f, 1.0f, box);

    m_hostPositions.reserve(m_count);
    for (int x = 0; x < cellsPerSide; ++x)
        for (int y = 0; y < cellsPerSide; ++y)
            for (int z = 0; z < cellsPerSide; ++z)
                for (int b = 0; b < _countof(basis); ++b)
                {
                    m_hostPositions.push_back(float_4((x + basis[b][0]) * cell,
                                                      (y + basis[b][1]) * cell,
                                                      (z + basis[b][2]) * cell,
                                                      0.0f));
                }
}

void ParticleSystem::CreateVelocities(float temperature)
{
    Random random(20120912U);
    const float scale = sqrtf(temperature);
    float_4 mean(0.0f);
    m_hostVelocities.resize(m_count);
    std::for_each(begin(m_hostVelocities), end(m_hostVelocities), [&](float_4& v)
    {
        v = float_4(random.NextNormal(), random.NextNormal(), random.NextNormal(), 0.0f) * scale;
        mean += v;
    });
    mean /= static_cast<float>(m_count);
    for (auto it = m_hostVelocities.begin(); it != m_hostVelocities.end(); ++it)
        *it -= mean;
}

void ParticleSystem::HalfKick(float dt)
{
    const float half = 0.5f * dt;
    array<float_4, 1>& velocities = *m_velocities;
    const array<float_4, 1>& forces = *m_forces;
    parallel_for_each(m_view, velocities.extent, [=, &velocities, &forces](index<1> i) restrict(amp)
    {
        const float_4 f = forces[i];
        velocities[i].xyz += half * f.xyz;
    });
}

void ParticleSystem::Drift(float dt)
{
    const float box = m_params.box;
    array<float_4, 1>& positions = *m_positions;
    const array<float_4, 1>& velocities = *m_velocities;
    parallel_for_each(m_view, positions.extent, [=, &positions, &velocities](index<1> i) restrict(amp)
    {
        float_4 p = positions[i];
        p += velocities[i] * dt;
        p.x = WrapCoordinate(p.x, box);
        p.y = WrapCoordinate(p.y, box);
        p.z = WrapCoordinate(p.z, box);
        positions[i] = p;
    });
}

double ParticleSystem::KineticEnergy() const
{
    return TiledReduce<128>(*m_velocities, [](const float_4& v) restrict(amp) -> float
    {
        return 0.5f * (v.x * v.x + v.y * v.y + v.z * v.z);
    });
}

double ParticleSystem::PotentialEnergy() const
{
    return TiledReduce<128>(*m_forces, [](const float_4& f) restrict(amp) { return f.w; });
}

float_3 ParticleSystem::TotalMomentum() const
{
    float_3 total(0.0f, 0.0f, 0.0f);
    std::vector<float_4> velocities(m_count);
    copy(*m_velocities, velocities.begin());
    for (size_t i = 0; i < velocities.size(); ++i)
        total += velocities[i].xyz;
    return total;
}

std::vector<float_4> ParticleSystem::CopyPositions() const
{
    std::vector<float_4> result(m_count);
    copy(*m_positions, result.begin());
    return result;
}

std::vector<float_4> ParticleSystem::CopyForces() const
{
    return *m_forces;
}
