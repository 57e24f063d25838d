/* Preloaded into a process: a file whose path ends with NO_ROOM_IN has room for one page, and the disk is full behind it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

typedef ssize_t (*write_at)(int, const void *, size_t, off64_t);

static int has_room(int fd, size_t length, off64_t offset) {
  char link[64], path[4096];
  const char *end = getenv("NO_ROOM_IN");
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = end == NULL ? -1 : readlink(link, path, sizeof path);
  size_t wanted = end == NULL ? 0 : strlen(end);
  if (size < (ssize_t)wanted || memcmp(path + size - wanted, end, wanted) != 0) return 1;
  return offset + (off64_t)length <= 4096;
}

static ssize_t written(const char *name, int fd, const void *bytes, size_t length, off64_t offset) {
  if (has_room(fd, length, offset)) return ((write_at)dlsym(RTLD_NEXT, name))(fd, bytes, length, offset);
  errno = ENOSPC;
  return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return written("pwrite", fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return written("pwrite64", fd, bytes, length, offset);
}
