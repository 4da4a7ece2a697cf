// What both parts of a program know of a launch.
#ifndef RANDOM_LAUNCH_HPP
#define RANDOM_LAUNCH_HPP

/// Extent and tile, slowest dimension first, unused dimensions 1; a flat launch has tiles of 1.
struct Launch {
  int extent[3];
  int tile[3];
  unsigned long seed;
};

/// A work-item's place, as the reference walks over them.
struct Where {
  int g0, g1, g2, l0, l1, l2, t0, t1, t2, gid, lid, tid;
};

using Run = void (*)(const Launch&, void* const* buffers);

/// Random 64 bits for a number (splitmix64).
inline unsigned long draw(unsigned long n) {
  n = (n + 1) * 0x9e3779b97f4a7c15ul;
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9ul;
  n = (n ^ n >> 27) * 0x94d049bb133111ebul;
  return n ^ n >> 31;
}
#endif
