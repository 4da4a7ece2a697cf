#include "network.hpp"

#include <hc_math.hpp>

namespace nn {

std::vector<float> first_weights(int inputs, int outputs, unsigned seed) {
  std::vector<float> w(inputs * outputs);
  const float scale = std::sqrt(2.0f / inputs);
  for (auto& value : w) {
    seed = seed * 1664525u + 1013904223u;
    value = scale * ((seed >> 8) / 8388608.0f - 1.0f);
  }
  return w;
}

network::network(context& c, const shape& s)
    : ctx(c),
      s(s),
      input(s.batch, s.inputs, ctx.view()),
      error(s.batch, s.classes, ctx.view()),
      losses(s.batch, ctx.view()) {
  layers.emplace_back(new dense(ctx, s.batch, s.inputs, s.hidden, TANH, first_weights(s.inputs, s.hidden, 1)));
  layers.emplace_back(new dense(ctx, s.batch, s.hidden, s.hidden, RELU, first_weights(s.hidden, s.hidden, 2)));
  layers.emplace_back(new dense(ctx, s.batch, s.hidden, s.classes, IDENTITY, first_weights(s.hidden, s.classes, 3)));
}

void network::load(const hc::array_view<const float, 2>& samples) {
  hc::copy(samples, input);
  const matrix* x = &input;
  for (auto& layer : layers) x = &layer->forward(*x);
}

// The largest logit is taken off before the exponentials.
void network::softmax(const hc::array_view<const int, 1>& labels) {
  const matrix& logits = layers.back()->output();
  matrix& e = error;
  row& l = losses;
  const int classes = s.classes;
  hc::parallel_for_each(ctx.view(), l.get_extent(), [=, &logits, &e, &l](hc::index<1> i) [[hc]] {
    float largest = logits(i[0], 0);
    for (int c = 1; c < classes; ++c) largest = hc::precise_math::fmax(largest, logits(i[0], c));
    float sum = 0.0f;
    for (int c = 0; c < classes; ++c) {
      e(i[0], c) = hc::precise_math::exp(logits(i[0], c) - largest);
      sum += e(i[0], c);
    }
    for (int c = 0; c < classes; ++c) e(i[0], c) = e(i[0], c) / sum - (c == labels[i] ? 1.0f : 0.0f);
    l[i] = -hc::precise_math::log(e(i[0], labels[i]) + 1.0f);
  });
}

float network::train(const hc::array_view<const float, 2>& samples, const hc::array_view<const int, 1>& labels,
                     float rate) {
  load(samples);
  softmax(labels);

  matrix* error_of = &error;
  for (int i = int(layers.size()) - 1; i >= 0; --i) {
    const matrix& x = i > 0 ? layers[i - 1]->output() : input;
    error_of = const_cast<matrix*>(&layers[i]->backward(x, *error_of));
  }
  for (auto& layer : layers) layer->update(rate, 0.9f);

  std::vector<float> values = losses;
  float sum = 0.0f;
  for (float v : values) sum += v;
  return sum / s.batch;
}

int network::correct(const hc::array_view<const float, 2>& samples, const hc::array_view<const int, 1>& labels) {
  load(samples);
  const matrix& logits = layers.back()->output();
  const int classes = s.classes;
  int count = 0;
  hc::array_view<int, 1> right(1, &count);
  hc::parallel_for_each(ctx.view(), hc::extent<1>(s.batch), [=, &logits](hc::index<1> i) [[hc]] {
    int best = 0;
    for (int c = 1; c < classes; ++c)
      if (logits(i[0], c) > logits(i[0], best)) best = c;
    if (best == labels[i]) hc::atomic_fetch_inc(&right[0]);
  }).wait();
  right.synchronize();
  return count;
}

}  // namespace nn
