// Counts of copies since the process began, for statistics() and HCPY_VERBOSE.
#ifndef HCRT_CORE_STATISTICS_HPP
#define HCRT_CORE_STATISTICS_HPP

#include "backend.hpp"

namespace hcrt {

/// Who wants a copy: the coherence of buffers, or the program by a call that says copy.
enum class CopyCause { coherence, program };

/// A copy is about to be submitted. Any thread.
void count_copy(CopyCause, const backends::Copy&) noexcept;

/// One line of all counts, where the log is on.
void log_statistics() noexcept;

}  // namespace hcrt
#endif
