// Files by number.
#ifndef HCPY_MS_COMPAT_IO_H
#define HCPY_MS_COMPAT_IO_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hcrt_ms_prelude.hpp"

#define _O_RDONLY O_RDONLY
#define _O_WRONLY O_WRONLY
#define _O_RDWR O_RDWR
#define _O_CREAT O_CREAT
#define _O_TRUNC O_TRUNC
#define _O_APPEND O_APPEND
// Standard streams print UTF-8 regardless of their mode.
#define _O_TEXT 0
#define _O_BINARY 0
#define _O_WTEXT 0
#define _O_U8TEXT 0
#define _O_U16TEXT 0
#define O_BINARY 0

HCRT_MS_FN int _setmode(int, int) { return 0; }
HCRT_MS_FN int _access(const char* path, int mode) { return access(path, mode); }
HCRT_MS_FN errno_t _access_s(const char* path, int mode) { return access(path, mode) == 0 ? 0 : errno; }
HCRT_MS_FN int _isatty(int file) { return isatty(file); }
HCRT_MS_FN int _open(const char* path, int flags, int mode = 0666) { return open(path, flags, mode); }
HCRT_MS_FN int _close(int file) { return close(file); }
HCRT_MS_FN int _read(int file, void* target, unsigned count) {
  return static_cast<int>(read(file, target, count));
}
HCRT_MS_FN int _write(int file, const void* source, unsigned count) {
  return static_cast<int>(write(file, source, count));
}
HCRT_MS_FN long long _lseeki64(int file, long long offset, int origin) { return lseek(file, offset, origin); }
HCRT_MS_FN long long _filelengthi64(int file) {
  struct stat found;
  return fstat(file, &found) == 0 ? static_cast<long long>(found.st_size) : -1;
}
HCRT_MS_FN long _filelength(int file) { return static_cast<long>(_filelengthi64(file)); }
HCRT_MS_FN int _unlink(const char* path) { return unlink(path); }

#endif
