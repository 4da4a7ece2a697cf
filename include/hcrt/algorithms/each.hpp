// for_each, and the copies that algorithms in place begin and end with.
#ifndef HCRT_ALGORITHMS_EACH_HPP
#define HCRT_ALGORITHMS_EACH_HPP

#include "range.hpp"

namespace hcrt {
namespace algorithms {

/// A kernel over `count` places, in launches that an extent can hold. F: called with a place.
template <class F>
struct AtPlace {
  F f;
  Place first;
  HCRT_AMP void operator()(const Kalmar::index<1>& i) const { f(first + i[0]); }
};
template <class F>
HCRT_CPU Kalmar::completion_future launch_places(const Kalmar::accelerator_view& queue, Place count,
                                                 const F& f) {
  constexpr Place most = Place(1) << 30;
  Kalmar::completion_future done;
  for (Place first = 0; first < count; first += most) {
    const int part = static_cast<int>(most < count - first ? most : count - first);
    done = hc::parallel_for_each(queue, Kalmar::extent<1>(part), AtPlace<F>{f, first});
  }
  return done;
}

template <class Range, class F>
struct CallFor {
  Range range;
  F f;
  HCRT_AMP void operator()(Place i) const {
    F mine = f;
    mine(range.data()[i]);
  }
};

template <class From, class To>
struct CopyPlaces {
  From from;
  To to;
  HCRT_AMP void operator()(Place i) const { to.data()[i] = from.data()[i]; }
};
/// A copy of a range's elements, which an algorithm in place reads.
template <class Range>
HCRT_CPU ViewRange<typename Range::type> copy_of(const Kalmar::accelerator_view& queue, const Range& range) {
  typedef ViewRange<typename Range::type> Copy;
  const Copy copy{scratch<typename Range::type>(queue, range.count), range.count};
  launch_places(queue, range.count, CopyPlaces<Range, Copy>{range, copy});
  return copy;
}

/// range[total + i] = rest[i] for all that are left.
template <class Range, class Rest, class Total>
struct AppendRest {
  Range range;
  Rest rest;
  Total total;
  HCRT_AMP void operator()(Place i) const {
    const Place kept = static_cast<Place>(*total.data());
    if (i >= kept) range.data()[i] = rest.data()[i - kept];
  }
};

}  // namespace algorithms
}  // namespace hcrt
#endif
