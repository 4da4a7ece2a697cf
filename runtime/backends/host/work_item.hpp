// The running work-item, for debuggers: `print hcrt_work_item`, `break F:L if hcrt_work_item.global[0] ==
// 42`.
#ifndef HCRT_BACKENDS_HOST_WORK_ITEM_HPP
#define HCRT_BACKENDS_HOST_WORK_ITEM_HPP

/// The fastest dimension first: of a kernel over an extent of rank 2, global[0] is the index's [1].
struct hcrt_WorkItem {
  unsigned global[3], local[3], tile[3];
};

/// The one that the calling thread runs, of a kernel that runs itemwise.
extern thread_local hcrt_WorkItem hcrt_work_item;

#endif
