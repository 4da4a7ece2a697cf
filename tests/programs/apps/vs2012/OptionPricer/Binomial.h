#pragma once

#include "Option.h"

#define BINOMIAL_STEPS 128

//
// Cox, Ross and Rubinstein's tree: a tile for each contract, a thread for each leaf.
//
class CBinomialAmp : public IPricer<float>
{
public:
    explicit CBinomialAmp(const accelerator_view& view) : m_view(view) {}
    virtual std::wstring Name() const;
    virtual std::vector<float> Price(const std::vector<FloatOption>& portfolio);

private:
    accelerator_view m_view;
};

class CBinomialCpu : public IPricer<float>
{
public:
    virtual std::wstring Name() const;
    virtual std::vector<float> Price(const std::vector<FloatOption>& portfolio);
};
