#pragma once

#include "DataSet.h"
#include "Layers.h"

// The same network on the CPU, one sample after another.
class CpuNetwork
{
public:
    struct Layer
    {
        int inputs, outputs;
        vector<float> weights, biases, gradient, biasGradient, velocity, biasVelocity, output, slope;
        float (*value)(float);
        float (*slopeOf)(float);
    };

    explicit CpuNetwork(int inputs) : m_width(inputs) {}

    template<typename Activation>
    void Add(int outputs, const vector<float>& weights)
    {
        Layer layer;
        layer.inputs = m_width;
        layer.outputs = outputs;
        layer.weights = weights;
        layer.gradient.resize(weights.size());
        layer.velocity.resize(weights.size());
        layer.biases.resize(outputs);
        layer.biasGradient.resize(outputs);
        layer.biasVelocity.resize(outputs);
        layer.output.resize(outputs);
        layer.slope.resize(outputs);
        layer.value = [](float x) { return Activation::Value(x); };
        layer.slopeOf = [](float y) { return Activation::Slope(y); };
        m_layers.push_back(layer);
        m_width = outputs;
    }

    double Train(const DataSet& data, int batch, const TrainingOptions& options);
    const Layer& operator[](size_t i) const { return m_layers[i]; }

private:
    double Sample(const float* pixels, int label, int batch);

    int m_width;
    vector<Layer> m_layers;
};
