// <hc_random.hpp>: Philox against the known answers of its paper, streams, distributions.
#include <cmath>
#include <hc.hpp>
#include <hc_random.hpp>
#include <random>
#include <vector>

#include "check.hpp"

typedef hc::philox4x32<> Four;
typedef hc::philox2x32<> Two;
typedef Four::counter_type C4;
typedef Two::counter_type C2;
constexpr std::uint32_t ones = 0xffffffffu;

static_assert(Four::block({{0, 0, 0, 0}}, {{0, 0}}) == C4{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
              "");
static_assert(Four::block({{ones, ones, ones, ones}}, {{ones, ones}}) ==
                  C4{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
              "");
static_assert(Four::block({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, {{0xa4093822, 0x299f31d0}}) ==
                  C4{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
              "");
static_assert(Two::block({{0, 0}}, {{0}}) == C2{{0xff1dae59, 0x6cd10df2}}, "");
static_assert(Two::block({{ones, ones}}, {{ones}}) == C2{{0x2c3f628b, 0xab4fd7ad}}, "");
static_assert(Two::block({{0x243f6a88, 0x85a308d3}}, {{0x13198a2e}}) == C2{{0xdd7ce038, 0xf62a4c12}}, "");
static_assert(hc::philox4x32<7>::block({{0, 0, 0, 0}}, {{0, 0}}) ==
                  C4{{0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}},
              "");

static hc::random_stream::result_type far_word(int at) {
  hc::random_stream s(9, 5);
  s.discard(at);
  return s();
}

int main() {
  const int n = 4096;
  hc::array_view<std::uint32_t> words(n * 3), dice(n);
  hc::array_view<float> uniform(n), normal(n);
  hc::array_view<double> wide(n);
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
    hc::random_stream s(42, i[0]);
    for (int k = 0; k < 3; ++k) words[i[0] * 3 + k] = s();
    uniform[i] = s.uniform();  // the fourth word: the next block begins after it
    normal[i] = s.normal();
    wide[i] = s.uniform_double();
    dice[i] = s.below(6);
  });
  double mean = 0, square = 0, flat = 0;
  int sides[6] = {};
  for (int i = 0; i < n; ++i) {
    hc::random_stream s(42, i);
    for (int k = 0; k < 3; ++k) CHECK(words[i * 3 + k] == s());
    CHECK(uniform[i] == s.uniform());
    CHECK(std::fabs(normal[i] - s.normal()) < 1e-5);
    CHECK(wide[i] == s.uniform_double() && wide[i] >= 0 && wide[i] < 1);
    CHECK(dice[i] == s.below(6) && dice[i] < 6);
    mean += normal[i] / n, square += double(normal[i]) * normal[i] / n, flat += uniform[i] / n;
    ++sides[dice[i] % 6];
  }
  CHECK(std::fabs(mean) < 0.06 && std::fabs(square - 1) < 0.1 && std::fabs(flat - 0.5) < 0.02);
  for (int count : sides) CHECK(std::abs(count - n / 6) < 120);

  hc::random_stream all(9, 5);  // discard
  for (int at = 0; at < 20; ++at) CHECK(all() == far_word(at));
  hc::random_stream beyond(1, 2);
  beyond.discard(3);
  beyond.discard(2);
  CHECK(beyond() != hc::random_stream(1, 2)() && hc::random_stream(1, 3)() != hc::random_stream(2, 3)());
  CHECK(hc::random_stream(3).below(0) == 0 && hc::random_stream(3).below(1) == 0);
  std::uniform_int_distribution<int> percent(1, 100);  // an engine for <random>
  hc::random_stream engine(7);
  for (int i = 0; i < 100; ++i) {
    const int value = percent(engine);
    CHECK(value >= 1 && value <= 100);
  }
  return failures();
}
