/* What other languages call of libhcrt.so: devices, queues, memory, launches, events, task graphs, profiles.
 *
 * contracts/records.schema defines its records and functions: c_api_records.h and Python's table of them are
 * made from it. Every handle is a pointer that its release function ends; that of a device lives as long as
 * the process. A function that fails gives null or HCRT_C_FAILED; hcrt_c_error() then says why, on the same
 * thread. All functions may be called from any thread. Code for any device is registered as a program's is
 * (hcrt_register() of abi.h).
 */
#ifndef HCRT_C_API_H
#define HCRT_C_API_H

#include "abi.h"
#include "c_api_records.h"

#endif
