/*
 * Preloaded into a process: calls on the files below FAULTS_ROOT fail as the rules in the file FAULTS_CONTROL say, which faults.ts
 * writes, also while the process runs. A rule names calls and kinds of file, and counts those that match.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum call { READ = 1, OPEN = 2, STAT = 4, SYNC = 8, WRITE = 16, TRUNCATE = 32, LOOK = 64, RENAME = 128, UNLINK = 256 };
enum kind { DATABASE = 1, LOG = 2, INDEX = 4, DIRECTORY = 8, DIRECTORY_LOG = 16, ALARMS = 32, MEDIA = 64, LOCK = 128, OTHER = 256 };
enum mode { ONCE, EVERY, FROM };
enum { PASS = 0, SHORT = 0xffff, DEATH = 0xfffe };

struct rule {
  uint32_t calls, kinds, error, mode, n, drops, seen, hit;
};

#define RULES 8

static struct control {
  struct rule rules[RULES];
} *control;

static char root[PATH_MAX];
static size_t root_length;
static int remembers;
static long (*unfaulted)(long, ...);

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("FAULTS_CONTROL"), *folder = getenv("FAULTS_ROOT");
  if (file == NULL || folder == NULL || realpath(folder, root) == NULL) return;
  root_length = strlen(root);
  unfaulted = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  remembers = getenv("FAULTS_REMEMBER") != NULL;
  int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC, 0);
  void *page = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0) syscall(SYS_close, fd);
  if (page != MAP_FAILED) control = page;
}

#define REAL(name, type) \
  static type real; \
  if (real == NULL) real = (type)dlsym(RTLD_NEXT, name)

/* ---- which file ---- */

static const struct { const char *end; enum kind kind; } ends[] = {
  {"/workspace.db", DATABASE}, {"/workspace.db-wal", LOG}, {"/workspace.db-shm", INDEX}, {"/directory.db", DIRECTORY},
  {"/directory.db-wal", DIRECTORY_LOG}, {"/directory.db-shm", INDEX}, {"/lock.db", LOCK}, {"/lock.pid", LOCK},
};

static enum kind kind_of_path(const char *path, size_t length) {
  if (length < root_length || memcmp(path, root, root_length) != 0 || path[root_length] != '/') return 0;
  for (size_t at = 0; at < sizeof ends / sizeof *ends; at++) {
    size_t wanted = strlen(ends[at].end);
    if (length >= wanted && memcmp(path + length - wanted, ends[at].end, wanted) == 0) return ends[at].kind;
  }
  if (memmem(path, length, "/media/", 7) != NULL) return MEDIA;
  if (memmem(path + root_length, length - root_length, "/alarms", 7) != NULL) return ALARMS;
  return OTHER;
}

static enum kind kind_of(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int before = errno;
  ssize_t length = readlink(link, path, sizeof path);
  errno = before;
  return length < 0 ? 0 : kind_of_path(path, (size_t)length);
}

/* ---- whether to fail ---- */

static int is_asked_about(enum call call) {
  if (control == NULL) return 0;
  for (int at = 0; at < RULES; at++)
    if (__atomic_load_n(&control->rules[at].calls, __ATOMIC_ACQUIRE) & call) return 1;
  return 0;
}

/* What became of a call. It is a copy: the rule may be another one before the call has ended. */
struct verdict {
  uint32_t error, drops;
};

/* The error with which the rule strikes, or PASS. */
static uint32_t strike(struct rule *rule) {
  uint32_t count = __atomic_add_fetch(&rule->seen, 1, __ATOMIC_ACQ_REL);
  uint32_t error = __atomic_load_n(&rule->error, __ATOMIC_ACQUIRE), n = __atomic_load_n(&rule->n, __ATOMIC_ACQUIRE);
  uint32_t mode = __atomic_load_n(&rule->mode, __ATOMIC_ACQUIRE);
  if (n == 0) return PASS;
  int is_due = mode == ONCE ? count == n : mode == EVERY ? count % n == 0 : count >= n;
  return is_due ? error : PASS;
}

/* By the first rule that strikes; every rule that matches counts the call. */
static struct verdict struck(enum call call, enum kind kind) {
  struct verdict found = {PASS, 0};
  for (int at = 0; kind != 0 && at < RULES; at++) {
    struct rule *rule = &control->rules[at];
    if ((rule->calls & call) == 0 || (rule->kinds & kind) == 0) continue;
    struct verdict now = {.error = strike(rule), .drops = rule->drops};
    if (now.error == PASS || found.error != PASS) continue;
    __atomic_add_fetch(&rule->hit, 1, __ATOMIC_ACQ_REL);
    if (now.error == DEATH) kill(getpid(), SIGKILL);
    found = now;
  }
  return found;
}

static const struct verdict passed = {PASS, 0};

static struct verdict struck_at(enum call call, int fd) { return is_asked_about(call) ? struck(call, kind_of(fd)) : passed; }

static struct verdict struck_on(enum call call, const char *path) {
  return path != NULL && is_asked_about(call) ? struck(call, kind_of_path(path, strlen(path))) : passed;
}

static int is_struck(struct verdict verdict) { return verdict.error != PASS; }

static int fail(struct verdict verdict) {
  errno = verdict.error == SHORT ? EIO : (int)verdict.error;
  return -1;
}

/* ---- pages that a failing sync drops: what stood where something was written since the last sync ---- */

struct was {
  struct was *earlier;
  uint64_t file, born;
  off_t offset;
  size_t length, known;
  char bytes[];
};

static struct was *latest;
static pthread_mutex_t of_latest = PTHREAD_MUTEX_INITIALIZER;

/* Past the rules, and not counted by them. */
static int look_at(int fd, struct statx *found) {
  return (int)unfaulted(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, found);
}

/*
 * The number of a file that is gone is given to another one: the generation, where the file system has one, and the time of birth, which
 * is a few milliseconds coarse, tell them apart.
 */
static uint64_t birth_of(int fd, const struct statx *file) {
  uint32_t generation[2] = {0, 0};
  ioctl(fd, FS_IOC_GETVERSION, generation);
  return ((uint64_t)file->stx_btime.tv_sec * 1000000000 + file->stx_btime.tv_nsec) ^ ((uint64_t)generation[0] << 32);
}

/* Where the file is open for writing alone, through another descriptor: closing that gives up the process's locks of the file. */
static long reread(int fd, char *bytes, size_t length, off_t offset) {
  long read = syscall(SYS_pread64, fd, bytes, length, offset);
  if (read >= 0 || errno != EBADF) return read;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int again = (int)syscall(SYS_openat, AT_FDCWD, link, O_RDONLY | O_CLOEXEC, 0);
  read = again < 0 ? -1 : syscall(SYS_pread64, again, bytes, length, offset);
  if (again >= 0) syscall(SYS_close, again);
  return read;
}

static off_t next_write(int fd, const struct statx *file) {
  return fcntl(fd, F_GETFL) & O_APPEND ? (off_t)file->stx_size : lseek(fd, 0, SEEK_CUR);
}

/* A negative offset stands for where the file is. */
static void remember(int fd, off_t offset, size_t length) {
  struct statx file;
  if (!remembers || kind_of(fd) == 0 || look_at(fd, &file) != 0 || !S_ISREG(file.stx_mode)) return;
  if (offset < 0) offset = next_write(fd, &file);
  struct was *was = calloc(1, sizeof *was + length);
  if (was == NULL) return;
  long known = reread(fd, was->bytes, length, offset);
  was->file = file.stx_ino, was->born = birth_of(fd, &file), was->offset = offset, was->length = length;
  was->known = known < 0 ? 0 : (size_t)known;
  pthread_mutex_lock(&of_latest);
  was->earlier = latest;
  latest = was;
  pthread_mutex_unlock(&of_latest);
}

/* Puts the file back as far as its size allows: what lay behind its end becomes zeros, as blocks that were never written. */
static void restore(int fd, const struct was *was, off_t size) {
  size_t room = was->offset >= size ? 0 : (size_t)(size - was->offset);
  size_t length = was->length < room ? was->length : room;
  if (length > 0) syscall(SYS_pwrite64, fd, was->bytes, length, was->offset);
}

/* A sync has come back: what was remembered of the file goes, and with `drops` what was written since goes too. */
static void forget(int fd, int drops) {
  struct statx file;
  if (!remembers || look_at(fd, &file) != 0) return;
  uint64_t born = birth_of(fd, &file);
  pthread_mutex_lock(&of_latest);
  for (struct was **link = &latest; *link != NULL;) {
    struct was *was = *link;
    if (was->file != file.stx_ino || was->born != born) {
      link = &was->earlier;
      continue;
    }
    if (drops) restore(fd, was, (off_t)file.stx_size);
    *link = was->earlier;
    free(was);
  }
  pthread_mutex_unlock(&of_latest);
}

/* ---- the calls ---- */

typedef ssize_t (*reading)(int, void *, size_t);
typedef ssize_t (*reading_at)(int, void *, size_t, off_t);
typedef ssize_t (*gathering)(int, const struct iovec *, int);
typedef ssize_t (*gathering_at)(int, const struct iovec *, int, off_t);
typedef ssize_t (*writing)(int, const void *, size_t);
typedef ssize_t (*writing_at)(int, const void *, size_t, off_t);
typedef int (*syncing)(int);
typedef int (*truncating)(int, off_t);
typedef int (*opening)(const char *, int, ...);
typedef int (*opening_at)(int, const char *, int, ...);
typedef int (*renaming)(const char *, const char *);
typedef int (*linking_at)(int, const char *, int, const char *, int);
typedef int (*unlinking)(const char *);
typedef int (*unlinking_at)(int, const char *, int);
typedef int (*looking_old)(int, int, struct stat *);
typedef int (*looking_at_old)(int, const char *, struct stat *);
typedef int (*looking)(int, const char *, int, unsigned, struct statx *);

/* Half of what was asked for, where the rule is to cut short. */
static size_t cut(struct verdict verdict, size_t length) { return is_struck(verdict) && length > 1 ? length / 2 : length; }
static int refuses(struct verdict verdict) { return is_struck(verdict) && verdict.error != SHORT; }

static size_t total(const struct iovec *parts, int count) {
  size_t sum = 0;
  for (int at = 0; at < count; at++) sum += parts[at].iov_len;
  return sum;
}

ssize_t read(int fd, void *bytes, size_t length) {
  REAL("read", reading);
  const struct verdict verdict = struck_at(READ, fd);
  return refuses(verdict) ? fail(verdict) : real(fd, bytes, cut(verdict, length));
}

#define READ_AT(name) \
  ssize_t name(int fd, void *bytes, size_t length, off_t offset) { \
    REAL(#name, reading_at); \
    const struct verdict verdict = struck_at(READ, fd); \
    return refuses(verdict) ? fail(verdict) : real(fd, bytes, cut(verdict, length), offset); \
  }
READ_AT(pread)
READ_AT(pread64)

ssize_t readv(int fd, const struct iovec *parts, int count) {
  REAL("readv", gathering);
  const struct verdict verdict = struck_at(READ, fd);
  return is_struck(verdict) ? fail(verdict) : real(fd, parts, count);
}

#define READV_AT(name) \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) { \
    REAL(#name, gathering_at); \
    const struct verdict verdict = struck_at(READ, fd); \
    return is_struck(verdict) ? fail(verdict) : real(fd, parts, count, offset); \
  }
READV_AT(preadv)
READV_AT(preadv64)

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL("write", writing);
  const struct verdict verdict = struck_at(WRITE, fd);
  if (refuses(verdict)) return fail(verdict);
  remember(fd, -1, cut(verdict, length));
  return real(fd, bytes, cut(verdict, length));
}

#define WRITE_AT(name) \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) { \
    REAL(#name, writing_at); \
    const struct verdict verdict = struck_at(WRITE, fd); \
    if (refuses(verdict)) return fail(verdict); \
    remember(fd, offset, cut(verdict, length)); \
    return real(fd, bytes, cut(verdict, length), offset); \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL("writev", gathering);
  const struct verdict verdict = struck_at(WRITE, fd);
  if (is_struck(verdict)) return fail(verdict);
  remember(fd, -1, total(parts, count));
  return real(fd, parts, count);
}

#define WRITEV_AT(name) \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) { \
    REAL(#name, gathering_at); \
    const struct verdict verdict = struck_at(WRITE, fd); \
    if (is_struck(verdict)) return fail(verdict); \
    remember(fd, offset, total(parts, count)); \
    return real(fd, parts, count, offset); \
  }
WRITEV_AT(pwritev)
WRITEV_AT(pwritev64)

#define SYNC_OF(name) \
  int name(int fd) { \
    REAL(#name, syncing); \
    const struct verdict verdict = struck_at(SYNC, fd); \
    if (is_struck(verdict) && verdict.drops) forget(fd, 1); \
    if (is_struck(verdict)) return fail(verdict); \
    int result = real(fd); \
    if (result == 0) forget(fd, 0); \
    return result; \
  }
SYNC_OF(fsync)
SYNC_OF(fdatasync)

#define TRUNCATE_OF(name) \
  int name(int fd, off_t length) { \
    REAL(#name, truncating); \
    const struct verdict verdict = struck_at(TRUNCATE, fd); \
    return is_struck(verdict) ? fail(verdict) : real(fd, length); \
  }
TRUNCATE_OF(ftruncate)
TRUNCATE_OF(ftruncate64)

#define MODE_OF(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  }

#define OPEN_OF(name) \
  int name(const char *path, int flags, ...) { \
    REAL(#name, opening); \
    MODE_OF(flags) \
    const struct verdict verdict = struck_on(OPEN, path); \
    return is_struck(verdict) ? fail(verdict) : real(path, flags, mode); \
  }
OPEN_OF(open)
OPEN_OF(open64)

#define OPENAT_OF(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(#name, opening_at); \
    MODE_OF(flags) \
    const struct verdict verdict = struck_on(OPEN, path); \
    return is_struck(verdict) ? fail(verdict) : real(folder, path, flags, mode); \
  }
OPENAT_OF(openat)
OPENAT_OF(openat64)

/* By the name that the file is to have. */
#define RENAME_OF(name) \
  int name(const char *from, const char *to) { \
    REAL(#name, renaming); \
    const struct verdict verdict = struck_on(RENAME, to); \
    return is_struck(verdict) ? fail(verdict) : real(from, to); \
  }
RENAME_OF(rename)
RENAME_OF(link)

/* Deno makes links this way. */
int linkat(int in, const char *from, int at, const char *to, int flags) {
  REAL("linkat", linking_at);
  const struct verdict verdict = struck_on(RENAME, to);
  return is_struck(verdict) ? fail(verdict) : real(in, from, at, to, flags);
}

#define UNLINK_OF(name) \
  int name(const char *path) { \
    REAL(#name, unlinking); \
    const struct verdict verdict = struck_on(UNLINK, path); \
    return is_struck(verdict) ? fail(verdict) : real(path); \
  }
UNLINK_OF(unlink)
UNLINK_OF(remove)

int unlinkat(int folder, const char *path, int flags) {
  REAL("unlinkat", unlinking_at);
  const struct verdict verdict = struck_on(UNLINK, path);
  return is_struck(verdict) ? fail(verdict) : real(folder, path, flags);
}

#define STAT_OF(name) \
  int name(int version, int fd, struct stat *found) { \
    REAL(#name, looking_old); \
    const struct verdict verdict = struck_at(STAT, fd); \
    return is_struck(verdict) ? fail(verdict) : real(version, fd, found); \
  }
STAT_OF(__fxstat)
STAT_OF(__fxstat64)

#define LOOK_OF(name) \
  int name(int version, const char *path, struct stat *found) { \
    REAL(#name, looking_at_old); \
    const struct verdict verdict = struck_on(LOOK, path); \
    return is_struck(verdict) ? fail(verdict) : real(version, path, found); \
  }
LOOK_OF(__xstat)
LOOK_OF(__xstat64)
LOOK_OF(__lxstat)
LOOK_OF(__lxstat64)

static struct verdict struck_by_look(int fd, const char *path) {
  return path != NULL && *path != 0 ? struck_on(LOOK, path) : struck_at(STAT, fd);
}

int statx(int fd, const char *path, int flags, unsigned mask, struct statx *found) {
  REAL("statx", looking);
  const struct verdict verdict = struck_by_look(fd, path);
  return is_struck(verdict) ? fail(verdict) : real(fd, path, flags, mask, found);
}

/* Node's own calls of statx come this way. */
long syscall(long number, ...) {
  static long (*real)(long, ...);
  long a[6];
  va_list more;
  va_start(more, number);
  for (int at = 0; at < 6; at++) a[at] = va_arg(more, long);
  va_end(more);
  const struct verdict verdict = number == SYS_statx ? struck_by_look((int)a[0], (const char *)a[1]) : passed;
  if (is_struck(verdict)) return fail(verdict);
  if (real == NULL) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
