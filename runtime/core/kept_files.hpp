// Files that libhcrt keeps between runs, beside hcc's cache and under the same rules (docs/cache.md): only
// what nobody but the user and root can have written is read. Thread contract: any thread.
#ifndef HCRT_CORE_KEPT_FILES_HPP
#define HCRT_CORE_KEPT_FILES_HPP

#include <cstddef>
#include <string>
#include <vector>

namespace hcrt {

/// What was kept under a name; nothing where there is none, or none that may be trusted.
std::vector<unsigned char> read_kept(const std::string& name);
/// Keeps it in the place of what was there. False: it can't be kept here, which is no error.
bool write_kept(const std::string& name, const void* content, std::size_t bytes);

}  // namespace hcrt

#endif
