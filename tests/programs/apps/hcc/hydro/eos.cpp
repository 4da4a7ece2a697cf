#include <hc.hpp>
#include <hc_math.hpp>
#include <cmath>

#include "eos.hpp"

#define GAMMA 1.4
#define SMALL 1.0e-12

double eos_pressure(double rho, double internal) __attribute__((hc, cpu)) {
  double p = (GAMMA - 1.0) * rho * internal;
  return p > SMALL ? p : SMALL;
}

#ifdef __HCC_ACCELERATOR__
#define SQRT hc::precise_math::sqrt
#else
#define SQRT std::sqrt
#endif

double eos_sound_speed(double rho, double p) __attribute__((hc, cpu)) { return SQRT(GAMMA * p / rho); }

double eos_energy(const primitive& w) __attribute__((hc, cpu)) {
  return w.p / (GAMMA - 1.0) + 0.5 * w.rho * (w.u * w.u + w.v * w.v);
}

primitive to_primitive(const conserved& q) [[hc, cpu]] {
  primitive w;
  w.rho = q.rho;
  w.u = q.mu / q.rho;
  w.v = q.mv / q.rho;
  double internal = q.e / q.rho - 0.5 * (w.u * w.u + w.v * w.v);
  w.p = eos_pressure(q.rho, internal);
  return w;
}

conserved to_conserved(const primitive& w) [[hc, cpu]] {
  conserved q;
  q.rho = w.rho;
  q.mu = w.rho * w.u;
  q.mv = w.rho * w.v;
  q.e = eos_energy(w);
  return q;
}
