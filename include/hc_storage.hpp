// Types that are small in memory and computed with in float: hc::bfloat16, hc::unorm8 and its kin, and
// hc::storage<T, N>, with hc::load and hc::store.
//
// HC_ARITHMETIC, defined before this header as 16, has half computed with as half by targets whose devices
// all do so (hc::device_info::has_half_arithmetic); as 32, or not defined, nothing is computed with in 16
// bits.
#ifndef HC_STORAGE_HPP
#define HC_STORAGE_HPP

#include "hcrt/detail/hide_macros.hpp"
#pragma pack(push, 16)

#include "hc_short_vector.hpp"
#include "hcrt/detail/storage.hpp"

namespace hc {

using hcrt::storages::bfloat16;
using hcrt::storages::load;
using hcrt::storages::snorm16;
using hcrt::storages::snorm8;
using hcrt::storages::storage;
using hcrt::storages::store;
using hcrt::storages::unorm16;
using hcrt::storages::unorm8;

}  // namespace hc

#pragma pack(pop)
#include "hcrt/detail/show_macros.hpp"
#endif
