#include <hc.hpp>
#include <hc_math.hpp>

#include "flux.hpp"

namespace {

inline double minmod(double a, double b) [[hc, cpu]] {
  if (a * b <= 0.0) return 0.0;
  if (a > 0.0) return a < b ? a : b;
  return a > b ? a : b;
}

inline double limited(double l, double c, double r, double side) [[hc, cpu]] {
  return c + side * 0.5 * minmod(c - l, r - c);
}

primitive reconstruct(const primitive& l, const primitive& c, const primitive& r, double side) [[hc, cpu]] {
  primitive w;
  w.rho = limited(l.rho, c.rho, r.rho, side);
  w.u = limited(l.u, c.u, r.u, side);
  w.v = limited(l.v, c.v, r.v, side);
  w.p = limited(l.p, c.p, r.p, side);
  return w;
}

conserved physical_flux(const primitive& w, const conserved& q) [[hc, cpu]] {
  conserved f;
  f.rho = q.mu;
  f.mu = q.mu * w.u + w.p;
  f.mv = q.mv * w.u;
  f.e = (q.e + w.p) * w.u;
  return f;
}

inline double blend(double fl, double fr, double ql, double qr, double sl, double sr) [[hc, cpu]] {
  return (sr * fl - sl * fr + sl * sr * (qr - ql)) / (sr - sl);
}

}  // namespace

conserved face_flux(const conserved stencil[4]) [[hc, cpu]] {
  primitive w[4];
  for (int i = 0; i < 4; ++i) w[i] = to_primitive(stencil[i]);

  const primitive wl = reconstruct(w[0], w[1], w[2], 1.0);
  const primitive wr = reconstruct(w[1], w[2], w[3], -1.0);
  const conserved ql = to_conserved(wl), qr = to_conserved(wr);
  const conserved fl = physical_flux(wl, ql), fr = physical_flux(wr, qr);

  const double cl = eos_sound_speed(wl.rho, wl.p), cr = eos_sound_speed(wr.rho, wr.p);
  const double sl = wl.u - cl < wr.u - cr ? wl.u - cl : wr.u - cr;
  const double sr = wl.u + cl > wr.u + cr ? wl.u + cl : wr.u + cr;
  if (sl >= 0.0) return fl;
  if (sr <= 0.0) return fr;

  conserved f;
  f.rho = blend(fl.rho, fr.rho, ql.rho, qr.rho, sl, sr);
  f.mu = blend(fl.mu, fr.mu, ql.mu, qr.mu, sl, sr);
  f.mv = blend(fl.mv, fr.mv, ql.mv, qr.mv, sl, sr);
  f.e = blend(fl.e, fr.e, ql.e, qr.e, sl, sr);
  return f;
}

double wave_speed(const conserved& q) [[hc, cpu]] {
  const primitive w = to_primitive(q);
  const double c = eos_sound_speed(w.rho, w.p);
  const double u = w.u < 0 ? -w.u : w.u;
  const double v = w.v < 0 ? -w.v : w.v;
  return c + (u > v ? u : v);
}
