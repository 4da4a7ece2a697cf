#pragma once

#include "LennardJones.h"

using concurrency::graphics::float_3;
using concurrency::graphics::float_4;

//
// Positions, velocities and forces of all atoms on the accelerator.
// The fourth component of a force is the atom's potential energy.
//
class ParticleSystem
{
public:
    ParticleSystem(int cellsPerSide, float density, float temperature, const concurrency::accelerator_view& view);

    int Count() const { return m_count; }
    const LJParams& Params() const { return m_params; }

    concurrency::array<float_4, 1>& Positions() { return *m_positions; }
    concurrency::array<float_4, 1>& Forces() { return *m_forces; }

    void HalfKick(float dt);
    void Drift(float dt);

    double KineticEnergy() const;
    double PotentialEnergy() const;
    float_3 TotalMomentum() const;

    std::vector<float_4> CopyPositions() const;
    std::vector<float_4> CopyForces() const;

private:
    void CreateLattice(int cellsPerSide, float density);
    void CreateVelocities(float temperature);

    int m_count;
    LJParams m_params;
    concurrency::accelerator_view m_view;
    std::vector<float_4> m_hostPositions;
    std::vector<float_4> m_hostVelocities;
    std::unique_ptr<concurrency::array<float_4, 1>> m_positions;
    std::unique_ptr<concurrency::array<float_4, 1>> m_velocities;
    std::unique_ptr<concurrency::array<float_4, 1>> m_forces;

    ParticleSystem(const ParticleSystem&);
    ParticleSystem& operator=(const ParticleSystem&);
};
