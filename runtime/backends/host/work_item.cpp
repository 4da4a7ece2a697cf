// Compiled with debug information, which gives debuggers the type.
#include "work_item.hpp"

thread_local hcrt_WorkItem hcrt_work_item = {};
