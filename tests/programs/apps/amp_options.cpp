// Monte Carlo pricing with a generator class in amp code, class templates, fast_math, [&] with an array.
#include <amp.h>
#include <amp_math.h>

#include <cmath>
#include <iostream>
#include <vector>

using namespace Concurrency;

class Generator {
 public:
  explicit Generator(unsigned seed) restrict(cpu, amp) : state_(seed * 2654435761u + 1u) {}
  float next() restrict(cpu, amp) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<float>(state_ >> 8) * (1.0f / 16777216.0f);
  }

 private:
  unsigned state_;
};

template <typename T>
struct Option {
  T spot, strike, rate, volatility, years;
  T payoff(T price) const restrict(cpu, amp) { return price > strike ? price - strike : T(0); }
};

template <typename T>
class Pricer {
 public:
  Pricer(const Option<T>& option, int paths) : option_(option), paths_(paths) {}

  T price() {
    array<T, 1> sums(paths_);
    const Option<T> option = option_;
    const int draws = draws_;
    parallel_for_each(
        sums.extent, [&, option, draws ](index<1> i) restrict(amp) {
          Generator random(static_cast<unsigned>(i[0]) + 1u);
          T sum = 0;
          for (int d = 0; d < draws; ++d) {
            T normal = -6;
            for (int k = 0; k < 12; ++k) normal += random.next();
            const T drift = (option.rate - option.volatility * option.volatility / 2) * option.years;
            const T diffusion = option.volatility * fast_math::sqrt(option.years) * normal;
            sum += option.payoff(option.spot * fast_math::exp(drift + diffusion));
          }
          sums[i] = sum / draws;
        });
    std::vector<T> host(paths_);
    copy(sums, host.begin());
    double total = 0;
    for (T s : host) total += s;
    return T(total / paths_ * std::exp(-option_.rate * option_.years));
  }

 private:
  Option<T> option_;
  int paths_;
  static constexpr int draws_ = 64;
};

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

int main() {
  const Option<float> option{100.0f, 105.0f, 0.03f, 0.2f, 1.0f};
  const double got = Pricer<float>(option, 4096).price();
  const double d1 = (std::log(100.0 / 105.0) + (0.03 + 0.02) * 1.0) / 0.2, d2 = d1 - 0.2;
  const double want = 100.0 * normal_cdf(d1) - 105.0 * std::exp(-0.03) * normal_cdf(d2);
  if (std::fabs(got - want) > 0.15) {
    std::cout << "priced " << got << ", expected " << want << "\n";
    return 1;
  }
  return 0;
}
