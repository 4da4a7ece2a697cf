// CUDA's grids that are too long in their third dimension: flat kernels and the CUDA back end share the rule.
// The includer defines HCRT_BOTH: config.hpp, or a test without kernels.
#ifndef HCRT_DETAIL_FOLDED_GRID_HPP
#define HCRT_DETAIL_FOLDED_GRID_HPP

namespace hcrt {
namespace detail {

/// A grid has at most 65,535 groups in its third dimension. A longer one is folded: after the groups of a row
/// come those of the row as many slices further on as the grid has (`slices`). column and slice are a
/// work-item's ids before and after; `group` and `size` are its group's along the row.
HCRT_BOTH inline void unfold(unsigned group, unsigned size, unsigned columns, unsigned slices, int& column,
                             int& slice) {
  if (size * group < columns) return;
  const unsigned row = (columns + size - 1) / size, fold = group / row;
  column -= static_cast<int>(fold * row * size);
  const unsigned at = static_cast<unsigned>(slice) + fold * slices, last = 0x7fffffff;
  slice = static_cast<int>(at < last ? at : last);  // the last ones are outside of the extent
}

}  // namespace detail
}  // namespace hcrt
#endif
