// Folders.
#ifndef HCPY_MS_COMPAT_DIRECT_H
#define HCPY_MS_COMPAT_DIRECT_H

#include <sys/stat.h>
#include <unistd.h>

#include "hcrt_ms_prelude.hpp"

HCRT_MS_FN int _mkdir(const char* path) { return mkdir(path, 0777); }
HCRT_MS_FN int _rmdir(const char* path) { return rmdir(path); }
HCRT_MS_FN int _chdir(const char* path) { return chdir(path); }
HCRT_MS_FN char* _getcwd(char* target, int capacity) { return getcwd(target, static_cast<size_t>(capacity)); }

#endif
