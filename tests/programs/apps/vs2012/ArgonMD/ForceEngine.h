#pragma once

#include "ParticleSystem.h"

//
// What computes the forces; the engines are compared with each other.
//
class IForceEngine
{
public:
    virtual ~IForceEngine() {}
    virtual const wchar_t* Name() const = 0;
    virtual void Compute(ParticleSystem& system) = 0;
};

template <int TileSize>
class ForceEngineTiled : public IForceEngine
{
public:
    virtual const wchar_t* Name() const override { return L"all pairs, tiled"; }
    virtual void Compute(ParticleSystem& system) override;
};

class ForceEngineCells : public IForceEngine
{
public:
    ForceEngineCells() : m_cellsPerSide(0) {}
    virtual const wchar_t* Name() const override { return L"cell lists"; }
    virtual void Compute(ParticleSystem& system) override;

private:
    static const int MaxAtomsPerCell = 64;

    void CreateCells(const LJParams& params, const concurrency::accelerator_view& view);
    void FillCells(ParticleSystem& system);

    int m_cellsPerSide;
    std::unique_ptr<concurrency::array<int, 1>> m_counts;
    std::unique_ptr<concurrency::array<int, 2>> m_atoms;
};

// The reference, on all cores.
void ComputeForcesCpu(const std::vector<float_4>& positions, const LJParams& params, std::vector<float_4>& forces);

typedef std::unique_ptr<IForceEngine> ForceEnginePtr;

enum ForceEngineKind
{
    ForceEngineKindTiled,
    ForceEngineKindCells,
};

ForceEnginePtr CreateForceEngine(ForceEngineKind kind);
