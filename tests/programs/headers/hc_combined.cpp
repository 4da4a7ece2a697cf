// Specialised values, tuples, images, random streams and atomics in one function object and one kernel.
#include <hc.hpp>
#include <hc_atomics.hpp>
#include <hc_image.hpp>
#include <hc_random.hpp>
#include <hc_specialized.hpp>
#include <hc_tuple.hpp>

#include <cmath>

#include "check.hpp"

using hc::short_vector::float_3;
using Entry = hc::tuple<float, unsigned, short, char>;

struct Settings {
  hc::specialized<int> reach;
  hc::tuple<float, int> bias;
  hc::image<float, 3> volume;
};

template <class Random>
Entry drawn(Random& random, const Settings& settings, int i) [[cpu, hc]] {
  float sum = 0;
  for (int k = 0; k < settings.reach; ++k)
    sum += std::floor(random.uniform() * 1024) + hc::get<0>(settings.bias);
  const auto block = hc::philox4x32<>::block({unsigned(i), 1u, 2u, 3u}, {7u, unsigned(int(settings.reach))});
  return Entry(sum, block[0] ^ block[3], short(random.below(300)), char('a' + i % 26));
}

Entry entry_of(const Settings& settings, int i) [[cpu, hc]] {
  hc::random_stream random(11, i);
  random.discard(unsigned(i % 5));
  return drawn(random, settings, i);
}

float seen(const Settings& settings, int i) [[cpu, hc]] {
  return settings.volume.sample(float_3(float(i % 7) / 6, float(i / 7 % 6) / 5, 0.5f));
}

void test(const hc::image<float, 3>& volume, int reach) {
  const int n = 200;
  const Settings settings{hc::specialized<int>(reach), hc::tuple<float, int>(0.5f, 3), volume};
  hc::array_view<Entry> out(n);
  hc::array_view<float> look(n);
  hc::array_view<int> total(2);
  total[0] = total[1] = 0;
  hc::parallel_for_each(out.get_extent(), [=](hc::index<1> i) [[hc]] {
    out[i] = entry_of(settings, i[0]);
    look[i] = seen(settings, i[0]);
    hc::atomic_fetch_add(&total[0], int(hc::get<2>(out[i])));
    hc::atomic_fetch_max(&total[1], i[0]);
  });
  int sum = 0, wrong = 0;
  for (int i = 0; i < n; ++i) {
    const Entry want = entry_of(settings, i);
    wrong += !(out[i] == want) || std::fabs(look[i] - seen(settings, i)) > 1e-3f;
    sum += hc::get<2>(want);
  }
  CHECK(wrong == 0);
  CHECK(total[0] == sum && total[1] == n - 1);
}

int main() {
  const hc::image<float, 3> volume(hc::extent<3>(3, 4, 5));
  for (int i = 0; i < 60; ++i) volume.write(hc::index<3>(i / 20, i / 5 % 4, i % 5), float(i * 7 % 60));
  for (int reach : {1, 4, 9}) test(volume, reach);
  return failures();
}
