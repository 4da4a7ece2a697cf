// The end of the process: work is drained once, and after that no driver is called to free anything.
#ifndef HCRT_CORE_EXIT_HPP
#define HCRT_CORE_EXIT_HPP

namespace hcrt {

/// True once exit() has begun and all queues are drained. Drivers may be gone from then on.
bool exiting() noexcept;
/// Has another thread begun exit()? Then this one must not call a driver any more.
bool exiting_elsewhere() noexcept;
/// Where exiting_elsewhere(), lets the process end: never returns. A function after an event that comes here
/// has failed.
void yield_to_exit() noexcept;
/// Makes exit() drain all queues before it destroys what was constructed before this call.
void drain_at_exit() noexcept;
/// In a child of fork() whose parent had opened a driver: ends the process at once, with what was printed
/// flushed. The driver's library would end what the parent's threads had begun, and the child has not got
/// them: Intel's OpenCL waits for ever. The system frees what the driver has.
void end_forked_process(int status) noexcept;

}  // namespace hcrt
#endif
