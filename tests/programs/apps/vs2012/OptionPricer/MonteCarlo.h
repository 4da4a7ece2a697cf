#pragma once

#include "Option.h"
#include "Random.h"

//
// Paths of geometric Brownian motion. The contracts are shared out over the accelerators, each
// of which is served by its own task.
//
class CMonteCarlo : public IPricer<float>
{
public:
    CMonteCarlo(const std::vector<accelerator>& accelerators, int paths, int steps);

    virtual std::wstring Name() const;
    virtual std::vector<float> Price(const std::vector<FloatOption>& portfolio);

    // The same random numbers on the CPU.
    std::vector<float> PriceOnCpu(const std::vector<FloatOption>& portfolio) const;

private:
    static const int PathsPerThread = 16;

    std::vector<float> PriceOn(accelerator_view view, const std::vector<FloatOption>& portfolio, int first, int last) const;

    std::vector<accelerator> m_accelerators;
    int m_paths;
    int m_steps;
};
