#include "stdafx.h"
#include "ForceEngine.h"

void ComputeForcesCpu(const std::vector<float_4>& positions, const LJParams& params, std::vector<float_4>& forces)
{
    const int count = static_cast<int>(positions.size());
    forces.resize(count);
    concurrency::parallel_for(0, count, [&](int i)
    {
        float fx = 0.0f, fy = 0.0f, fz = 0.0f, energy = 0.0f;
        for (int j = 0; j < count; ++j)
        {
            if (j != i)
                AddPair(positions[i], positions[j], params, fx, fy, fz, energy);
        }
        forces[i] = float_4(fx, fy, fz, energy);
    });
}
