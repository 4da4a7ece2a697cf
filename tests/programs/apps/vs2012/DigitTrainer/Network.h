#pragma once

#include "DataSet.h"
#include "Layers.h"

struct EpochResult
{
    double loss;
    int wrong;
};

// Dense layers and a softmax with cross entropy.
class Network
{
public:
    Network(const accelerator& acc, int inputs, int batch);

    template<typename Activation>
    Network& Add(int outputs, unsigned int seed)
    {
        m_layers.push_back(unique_ptr<ILayer<float>>(
            new DenseLayer<float, Activation>(m_width, outputs, m_batch, InitialWeights(m_width, outputs, seed), m_view)));
        m_width = outputs;
        return *this;
    }

    EpochResult Train(const DataSet& data, const TrainingOptions& options);
    int Wrong(const DataSet& data);
    void Print(wostream& out) const;

    const ILayer<float>& operator[](size_t layer) const { return *m_layers[layer]; }
    size_t get_Depth() const { return m_layers.size(); }
    __declspec(property(get = get_Depth)) size_t Depth;

    static vector<float> InitialWeights(int inputs, int outputs, unsigned int seed);

private:
    const Matrix<float>& Forward(const DataSet& data, int first);
    void SoftmaxAndLoss(const Matrix<float>& scores, Matrix<float>& slope);

    accelerator_view m_view;
    int m_inputs, m_width, m_batch;
    unique_ptr<Matrix<float>> m_input;
    unique_ptr<Matrix<float>> m_slope;
    array<int, 1> m_labels;
    array<int, 1> m_wrong;
    array<float, 1> m_loss;
    vector<unique_ptr<ILayer<float>>> m_layers;
};
