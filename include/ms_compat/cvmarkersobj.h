// Marks for Microsoft's Concurrency Visualizer: nobody records them here.
#ifndef HCPY_MS_COMPAT_CVMARKERSOBJ_H
#define HCPY_MS_COMPAT_CVMARKERSOBJ_H

namespace Concurrency {
namespace diagnostic {

struct marker_series {
  template <class... Arguments>
  explicit marker_series(Arguments&&...) {}
  template <class... Arguments>
  void write_flag(Arguments&&...) {}
  template <class... Arguments>
  void write_message(Arguments&&...) {}
  template <class... Arguments>
  void write_alert(Arguments&&...) {}
};
struct span {
  template <class... Arguments>
  explicit span(Arguments&&...) {}
};

}  // namespace diagnostic
}  // namespace Concurrency

#endif
