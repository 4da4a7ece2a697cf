// rows: hc.language.small_types
// Values that are undefined on some ways, and converted where they are defined.
#include <hc.hpp>

#include <array>
#include <variant>
#include <vector>

#include "check.hpp"

struct Pair {
  long whole;
  float part;
};

struct Told {
  int turn;
  long operator()(long x) const [[cpu, hc]] { return x + turn; }
  long operator()(const Pair& p) const [[cpu, hc]] { return p.whole - long(p.part); }
  long operator()(const std::array<long, 3>& v) const [[cpu, hc]] { return v[0] + v[turn]; }
};

static long by_variants(const long* in, int i) [[cpu, hc]] {
  std::variant<long, Pair, std::array<long, 3>> v[2];
  for (int k = 0; k < 2; ++k) {
    if ((i + k) % 3 == 0)
      v[k] = in[i];
    else if ((in[i] > 3) == (k & 1))
      v[k] = Pair{in[(i + k) % 51], float(i & 31)};
    else
      v[k] = std::array<long, 3>{{1, in[i * 3 % 51], k}};
  }
  long x = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (auto& each : v) x += std::visit(Told{turn}, each);
    if (auto* p = std::get_if<Pair>(&v[turn % 2])) {
      p->whole += 2;
      if (turn) v[0] = *p;
    } else if (v[0].index() == 2) {
      v[turn % 2] = long(turn);
    }
  }
  return x + long(v[1].index());
}

template <class Real>
static long by_members(const long* in, int i) [[cpu, hc]] {
  struct One { int kind; long whole; Real part; };
  One v[2];
  for (int k = 0; k < 2; ++k) {
    if ((i + k) % 3 == 0) { v[k].kind = 0; v[k].whole = in[i]; }
    else if ((in[i] > 3) == (k & 1)) { v[k].kind = 1; v[k].whole = in[(i + k) % 51]; v[k].part = Real(i & 31); }
    else { v[k].kind = 2; v[k].whole = 1; v[k].part = Real(in[i * 3 % 51]); }
  }
  long x = 0;
  for (int turn = 0; turn < 3; ++turn) {
    for (auto& each : v) x += each.kind == 0 ? each.whole + turn : each.kind == 1 ? each.whole - long(each.part) : each.whole * 2;
    One& now = v[turn % 2];
    if (now.kind == 1) { now.whole += 2; if (turn) v[0] = now; }
    else if (v[0].kind == 2) { now.kind = 0; now.whole = turn; }
  }
  return x + v[1].kind;
}

template <class Real>
static long by_turns(const long* in, int i) [[cpu, hc]] {
  Real kept;
  long x = 0;
  bool has = false;
  for (int k = 0; k < 5; ++k) {
    if (has && in[(i + k) % 51] > 2) x += long(kept);
    if (has) x ^= long(kept) << k;
    if (in[(i * 3 + k) % 51] > 5) { kept = Real(in[(i + k) % 51]); has = true; }
  }
  return x;
}

template <class Real>
static long by_switch(const long* in, int i) [[cpu, hc]] {
  Real part;
  long whole;
  const int kind = in[i] & 3;
  switch (kind) {
    case 0: whole = in[i]; break;
    case 1: part = Real(in[i]); whole = 7; break;
    case 2: part = Real(i); whole = 3; break;
    default: whole = 1; break;
  }
  long x = whole;
  switch (in[i * 3 % 51] & 1) {
    case 0: if (kind == 1) x += long(part); break;
    default: if (kind == 1) x -= long(part) * 3; break;
  }
  return x;
}

template <class F>
static void check_each(F f) {
  std::vector<long> in(51), out(51);
  for (int i = 0; i < 51; ++i) in[i] = i * 37 % 11 - 4;
  {
    hc::array_view<const long, 1> from(51, in);
    hc::array_view<long, 1> to(51, out);
    hc::parallel_for_each(hc::extent<1>(51), [=](hc::index<1> t) [[hc]] { to[t] = f(&from[0], t[0]); });
  }
  for (int i = 0; i < 51; ++i) CHECK(out[i] == f(in.data(), i));
}
#define CHECK_EACH(...) check_each([](const long* in, int i) [[cpu, hc]] { return __VA_ARGS__(in, i); })
int main() {
  CHECK_EACH(by_variants);
  CHECK_EACH(by_members<float>);
  CHECK_EACH(by_members<double>);
  CHECK_EACH(by_turns<float>);
  CHECK_EACH(by_turns<double>);
  CHECK_EACH(by_switch<float>);
  CHECK_EACH(by_switch<double>);
  return failures();
}
