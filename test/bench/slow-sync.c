/* Preloaded into a process: each sync of a file takes SYNC_DELAY_MICROSECONDS longer, as on a disk that is slower. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slowly(const char *name, int fd) {
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *text = getenv("SYNC_DELAY_MICROSECONDS");
  long microseconds = text == NULL ? 0 : atol(text);
  struct timespec delay = {microseconds / 1000000, microseconds % 1000000 * 1000};
  int result = sync(fd);
  nanosleep(&delay, NULL);
  return result;
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
