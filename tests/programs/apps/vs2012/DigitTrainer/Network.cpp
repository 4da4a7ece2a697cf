#include "stdafx.h"
#include "Network.h"

Network::Network(const accelerator& acc, int inputs, int batch)
    : m_view(accelerator(acc).create_view(queuing_mode_automatic)), m_inputs(inputs), m_width(inputs), m_batch(batch),
      m_input(new Matrix<float>(batch, inputs, m_view)), m_labels(batch, m_view), m_wrong(1, m_view), m_loss(batch, m_view)
{
}

vector<float> Network::InitialWeights(int inputs, int outputs, unsigned int seed)
{
    mt19937 engine(seed);
    uniform_real_distribution<float> uniform(-1.0f, 1.0f);
    const float scale = sqrtf(6.0f / (inputs + outputs));
    vector<float> weights(inputs * outputs);
    generate(begin(weights), end(weights), [&]() { return scale * uniform(engine); });
    return weights;
}

const Matrix<float>& Network::Forward(const DataSet& data, int first)
{
    vector<float> pixels(data.pixels.begin() + first * m_inputs, data.pixels.begin() + (first + m_batch) * m_inputs);
    m_input->Set(pixels);
    auto labels = copy_async(data.labels.begin() + first, data.labels.begin() + first + m_batch, m_labels);

    const Matrix<float>* current = m_input.get();
    for (auto it = m_layers.begin(); it != m_layers.end(); ++it)
        current = &(*it)->Forward(*current);
    labels.get();
    return *current;
}

// A tile for each sample; slope gets (softmax - one hot) / batch.
void Network::SoftmaxAndLoss(const Matrix<float>& scores, Matrix<float>& slope)
{
    static const int Threads = 32;
    array_view<const float, 2> in = scores.View();
    array_view<float, 2> out = slope.View();
    array<int, 1> &labels = m_labels, &wrong = m_wrong;
    array<float, 1>& loss = m_loss;
    const int classes = scores.Cols();
    const float share = 1.0f / m_batch;

    parallel_for_each(m_view, extent<2>(m_batch, Threads).tile<1, Threads>(),
        [=, &labels, &wrong, &loss](tiled_index<1, Threads> tidx) restrict(amp)
    {
        tile_static float value[Threads];
        tile_static int best[Threads];
        const int sample = tidx.tile[0], local = tidx.local[1];

        float highest = -3e38f;
        int which = 0;
        for (int c = local; c < classes; c += Threads)
            if (in(sample, c) > highest) { highest = in(sample, c); which = c; }
        value[local] = highest;
        best[local] = which;
        tidx.barrier.wait();
        for (int s = Threads / 2; s > 0; s >>= 1)
        {
            if (local < s && value[local + s] > value[local])
            {
                value[local] = value[local + s];
                best[local] = best[local + s];
            }
            tidx.barrier.wait();
        }
        highest = value[0];
        which = best[0];
        tidx.barrier.wait();

        float sum = 0;
        for (int c = local; c < classes; c += Threads)
            sum += fast_math::exp(in(sample, c) - highest);
        value[local] = sum;
        tidx.barrier.wait();
        for (int s = Threads / 2; s > 0; s >>= 1)
        {
            if (local < s)
                value[local] += value[local + s];
            tidx.barrier.wait();
        }
        sum = value[0];

        const int label = labels[sample];
        for (int c = local; c < classes; c += Threads)
        {
            const float p = fast_math::exp(in(sample, c) - highest) / sum;
            out(sample, c) = (p - (c == label ? 1.0f : 0.0f)) * share;
        }
        if (local == 0)
        {
            loss[sample] = fast_math::log(sum) - (in(sample, label) - highest);
            if (which != label)
                atomic_fetch_inc(&wrong[0]);
        }
    });
}

EpochResult Network::Train(const DataSet& data, const TrainingOptions& options)
{
    if (!m_slope)
        m_slope.reset(new Matrix<float>(m_batch, m_width, m_view));
    const int none = 0;
    copy(&none, &none + 1, m_wrong);
    EpochResult result = { 0, 0 };
    vector<float> losses(m_batch);

    for (int first = 0; first + m_batch <= data.Count; first += m_batch)
    {
        const Matrix<float>& scores = Forward(data, first);
        SoftmaxAndLoss(scores, *m_slope);
        Matrix<float>* slope = m_slope.get();
        for (auto it = m_layers.rbegin(); it != m_layers.rend(); ++it)
            slope = (*it)->Backward(*slope);
        for each (const auto& layer in m_layers)
            layer->Update(options);
        copy(m_loss, losses.begin());
        result.loss += accumulate(losses.begin(), losses.end(), 0.0);
    }
    m_view.flush();
    vector<int> wrong = m_wrong;
    result.wrong = wrong[0];
    result.loss /= data.Count;
    return result;
}

int Network::Wrong(const DataSet& data)
{
    int wrong = 0;
    for (int first = 0; first + m_batch <= data.Count; first += m_batch)
    {
        const vector<float> scores = Forward(data, first).Get();
        for (int i = 0; i < m_batch; ++i)
        {
            auto row = scores.begin() + i * m_width;
            if (max_element(row, row + m_width) - row != data.labels[first + i])
                ++wrong;
        }
    }
    return wrong;
}

void Network::Print(wostream& out) const
{
    for (size_t i = 0; i < Depth; ++i)
        out << L"  layer " << i << L": " << m_layers[i]->Describe() << endl;
}
