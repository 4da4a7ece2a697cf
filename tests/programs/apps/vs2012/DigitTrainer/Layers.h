#pragma once

#include "Activations.h"
#include "MatrixOps.h"

struct TrainingOptions
{
    float rate;
    float momentum;
    float decay;
};

template<typename T>
class ILayer
{
public:
    virtual ~ILayer() {}
    virtual const Matrix<T>& Forward(const Matrix<T>& input) = 0;
    // Takes the slope of the loss by the output, in place; gives that by the input.
    virtual Matrix<T>* Backward(Matrix<T>& slope) = 0;
    virtual void Update(const TrainingOptions& options) = 0;
    virtual wstring Describe() const = 0;
    virtual vector<T> Weights() const = 0;
    virtual vector<T> Biases() const = 0;
};

template<typename T>
class LayerBase abstract : public ILayer<T>
{
protected:
    LayerBase(int inputs, int outputs, int batch, const accelerator_view& av)
        : m_inputs(inputs), m_outputs(outputs), m_av(av),
          m_weights(inputs, outputs, av), m_gradient(inputs, outputs, av), m_velocity(inputs, outputs, av),
          m_output(batch, outputs, av), m_inputSlope(batch, inputs, av),
          m_bias(outputs, av), m_biasGradient(outputs, av), m_biasVelocity(outputs, av)
    {
        const vector<T> zeros(outputs, T(0));
        copy(zeros.begin(), zeros.end(), m_bias);
        copy(zeros.begin(), zeros.end(), m_biasVelocity);
    }

    int m_inputs, m_outputs;
    accelerator_view m_av;
    Matrix<T> m_weights, m_gradient, m_velocity;
    Matrix<T> m_output, m_inputSlope;
    array<T, 1> m_bias, m_biasGradient, m_biasVelocity;
    const Matrix<T>* m_input;
};

template<typename T, typename Activation>
class DenseLayer sealed : public LayerBase<T>
{
    typedef LayerBase<T> Base;

public:
    DenseLayer(int inputs, int outputs, int batch, const vector<T>& weights, const accelerator_view& av)
        : LayerBase<T>(inputs, outputs, batch, av)
    {
        m_weights.Set(weights);
    }

    virtual const Matrix<T>& Forward(const Matrix<T>& input) override
    {
        m_input = &input;
        array_view<const T, 1> bias(m_bias);
        Multiply(m_output, AsIs(input), AsIs(m_weights), BiasAndActivate<T, Activation>(bias));
        return m_output;
    }

    virtual Matrix<T>* Backward(Matrix<T>& slope) override
    {
        array_view<T, 2> s = slope.View();
        array_view<const T, 2> y = static_cast<const Matrix<T>&>(m_output).View();
        parallel_for_each(m_av, s.extent, [=](index<2> idx) restrict(amp)
        {
            s[idx] *= Activation::Slope(y[idx]);
        });
        Multiply(m_gradient, Flip(*m_input), AsIs(slope), Store());
        SumColumns(m_biasGradient, slope);
        Multiply(m_inputSlope, AsIs(slope), Flip(m_weights), Store());
        return &m_inputSlope;
    }

    virtual void Update(const TrainingOptions& options) override
    {
        UpdateWeights(options);
        UpdateBias(options);
    }

    virtual wstring Describe() const override
    {
        wstringstream text;
        text << L"dense " << m_inputs << L" x " << m_outputs << L", " << Activation::Name();
        return text.str();
    }

    virtual vector<T> Weights() const override { return m_weights.Get(); }

    virtual vector<T> Biases() const override
    {
        vector<T> values = m_bias;
        return values;
    }

private:
    void UpdateWeights(TrainingOptions options)
    {
        array_view<T, 2> w = m_weights.View(), v = m_velocity.View();
        array_view<const T, 2> g = m_gradient.View();
        parallel_for_each(m_av, w.extent, [=](index<2> idx) restrict(amp)
        {
            v[idx] = options.momentum * v[idx] - options.rate * (g[idx] + options.decay * w[idx]);
            w[idx] += v[idx];
        });
    }

    void UpdateBias(TrainingOptions options)
    {
        array<T, 1>& b = m_bias;
        array<T, 1>& v = m_biasVelocity;
        const array<T, 1>& g = m_biasGradient;
        parallel_for_each(b.extent, [=, &b, &v, &g](index<1> idx) restrict(amp)
        {
            v[idx] = options.momentum * v[idx] - options.rate * g[idx];
            b[idx] += v[idx];
        });
    }
};
