/* Preloaded by the script of a fetched driver: opens the files that the driver names by where they are on a
   machine that has it installed (those that begin with HCPY_DRIVER_FILES) below the folder HCPY_DRIVER_ROOT.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int open64(const char* path, int flags, ...) {
  int (*next)(const char*, int, ...) = (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open64");
  const char *root = getenv("HCPY_DRIVER_ROOT"), *files = getenv("HCPY_DRIVER_FILES");
  char below[PATH_MAX];
  va_list rest;
  va_start(rest, flags);
  int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
  va_end(rest);
  if (root && files && strncmp(path, files, strlen(files)) == 0 &&
      snprintf(below, sizeof below, "%s%s", root, path) < (int)sizeof below)
    path = below;
  return next(path, flags, mode);
}
