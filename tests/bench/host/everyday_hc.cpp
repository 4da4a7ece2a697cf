// Kernels as people write them every day, one work-item a result, in HC. Arguments: what [repetitions].
#include <hc.hpp>
#include <hc_math.hpp>
#define HC_CODE [[cpu, hc]]
#include "pictures_hc.hpp"
#include "tiles_hc.hpp"

template <class Body>
void each(int n, Body body) {
  hc::parallel_for_each(hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { body(i[0]); }).wait();
}

template <class Body>
void each(int rows, int columns, Body body) {
  hc::parallel_for_each(hc::extent<2>(rows, columns), [=](hc::index<2> i) [[hc]] {
    body(i[0], i[1]);
  }).wait();
}

inline void at_least(int* place, int value) [[cpu, hc]] { hc::atomic_fetch_max(place, value); }

#include "everyday.hpp"
