#include "stdafx.h"
#include "CpuNetwork.h"

double CpuNetwork::Sample(const float* pixels, int label, int batch)
{
    const float* input = pixels;
    for (size_t n = 0; n < m_layers.size(); ++n)
    {
        Layer& layer = m_layers[n];
        const float* in = input;
        parallel_for(0, layer.outputs, [&layer, in](int o)
        {
            float sum = 0;
            for (int i = 0; i < layer.inputs; ++i)
                sum += in[i] * layer.weights[i * layer.outputs + o];
            layer.output[o] = layer.value(sum + layer.biases[o]);
        });
        input = &layer.output[0];
    }

    Layer& last = m_layers.back();
    const float highest = *max_element(last.output.begin(), last.output.end());
    double sum = 0;
    for (int c = 0; c < last.outputs; ++c)
        sum += exp(last.output[c] - highest);
    for (int c = 0; c < last.outputs; ++c)
        last.slope[c] = float((exp(last.output[c] - highest) / sum - (c == label)) / batch);
    const double loss = log(sum) - (last.output[label] - highest);

    for (int n = int(m_layers.size()) - 1; n >= 0; --n)
    {
        Layer& layer = m_layers[n];
        const float* in = n ? &m_layers[n - 1].output[0] : pixels;
        for (int o = 0; o < layer.outputs; ++o)
        {
            layer.slope[o] *= layer.slopeOf(layer.output[o]);
            layer.biasGradient[o] += layer.slope[o];
        }
        for (int i = 0; i < layer.inputs; ++i)
        {
            float back = 0;
            for (int o = 0; o < layer.outputs; ++o)
            {
                layer.gradient[i * layer.outputs + o] += in[i] * layer.slope[o];
                back += layer.weights[i * layer.outputs + o] * layer.slope[o];
            }
            if (n) m_layers[n - 1].slope[i] = back;
        }
    }
    return loss;
}

double CpuNetwork::Train(const DataSet& data, int batch, const TrainingOptions& options)
{
    double loss = 0;
    for (int first = 0; first + batch <= data.Count; first += batch)
    {
        for each (Layer& layer in m_layers)
        {
            fill(layer.gradient.begin(), layer.gradient.end(), 0.0f);
            fill(layer.biasGradient.begin(), layer.biasGradient.end(), 0.0f);
        }
        for (int i = first; i < first + batch; ++i)
            loss += Sample(&data.pixels[i * DataSet::Pixels], data.labels[i], batch);
        for each (Layer& layer in m_layers)
        {
            for (size_t i = 0; i < layer.weights.size(); ++i)
            {
                layer.velocity[i] = options.momentum * layer.velocity[i] -
                    options.rate * (layer.gradient[i] + options.decay * layer.weights[i]);
                layer.weights[i] += layer.velocity[i];
            }
            for (size_t o = 0; o < layer.biases.size(); ++o)
            {
                layer.biasVelocity[o] = options.momentum * layer.biasVelocity[o] - options.rate * layer.biasGradient[o];
                layer.biases[o] += layer.biasVelocity[o];
            }
        }
    }
    return loss / data.Count;
}
