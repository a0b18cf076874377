// Giving up what a process does not need that only reads and writes open files. Nothing takes it back.
#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// O_TMPFILE, with the flag by which the file never gets a name: the only way to open that is left.
#define DECANT_UNNAMED (020000000 | O_DIRECTORY | O_RDWR | O_EXCL | O_CLOEXEC)

// Opens an unnamed file: in memory, if the file system of the folder has none.
static inline int decant_open_temporary(const char *folder) {
  const int file = (int)syscall(SYS_openat, AT_FDCWD, folder, DECANT_UNNAMED, 0600);
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  return (int)syscall(SYS_memfd_create, "decant", 1 /* MFD_CLOEXEC */);
}

// The lowest address of the first thread's stack, whose start is after a known name; else 0. The C library reads a file for it.
static inline uintptr_t decant_end_of_first_stack(void) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  const uintptr_t start = (getauxval(31 /* AT_EXECFN */) | 0xFFF) + 1;
  if (syscall(SYS_gettid) == getpid()) getrlimit(RLIMIT_STACK, &limit);
  return limit.rlim_cur < start ? start - limit.rlim_cur : 0;
}

// Landlock: this thread opens files only in `folder`, and makes no connection by TCP. Older kernels refuse less, or return 0.
static inline int decant_confine_files(const char *folder) {
  enum { create = 444, add = 445, restrict_self = 446, mayReadAndWrite = 6 };
  const long version = syscall(create, (void *)0, 0, 1);
  const uint64_t files = version < 2 ? 0x1FFF : version < 3 ? 0x3FFF : version < 5 ? 0x7FFF : 0xFFFF;
  const uint64_t handled[3] = {files, 3, 3};  // Rights to files, to TCP, and to processes outside.
  const int rules = (int)syscall(create, handled, version < 4 ? 8 : version < 6 ? 16 : 24, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || rules < 0) return 0;
  const int opened = open(folder, 010000000 /* O_PATH */ | O_CLOEXEC);
  const struct __attribute__((packed)) { uint64_t rights; int32_t folder; } rule = {mayReadAndWrite, opened};
  syscall(add, rules, 1, &rule, 0);
  const int isRestricted = syscall(restrict_self, rules, 0) == 0;
  close(opened);
  close(rules);
  return isRestricted;
}

// Seccomp: all calls but those of two lists fail, in all threads. Returns whether the kernel has it.
static inline int decant_confine_calls(void) {
#if defined(__x86_64__) || defined(__aarch64__)
  const uint16_t allowed[] = {
    SYS_read, SYS_readv, SYS_pread64, SYS_write, SYS_writev, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_fcntl, SYS_close,
    SYS_ppoll, SYS_memfd_create, SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_getrandom, SYS_futex, SYS_exit, SYS_exit_group,
    SYS_set_robust_list, SYS_rseq, SYS_sched_getaffinity, SYS_sched_yield, SYS_getpid, SYS_gettid, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall, SYS_nanosleep, SYS_clock_nanosleep,
    SYS_clock_gettime, SYS_gettimeofday,
#if defined(SYS_poll)
    SYS_poll,
#endif
  };
  enum { load = 0x20, set = 0, equal = 0x15, atLeast = 0x35, contains = 0x45, containsX = 0x4D, end = 0x06 };
  enum { rest = 252, refuse, lack, allow };  // Places that are known when all is there.
  typedef struct { uint16_t code; uint8_t yes, no; uint32_t value; } instruction;
  // Calls of which an argument is tested: no new code in memory, threads but no processes, signals only to this process.
  const struct { uint16_t call; uint8_t argument, test, yes, no; uint32_t value; } tested[] = {
    {SYS_mmap, 2, contains, refuse, allow, PROT_EXEC}, {SYS_mprotect, 2, contains, refuse, allow, PROT_EXEC},
    {SYS_ioctl, 1, equal, allow, 0, TCGETS}, {SYS_ioctl, 1, equal, allow, refuse, TIOCGWINSZ},
    {SYS_clone, 0, contains, allow, refuse, 0x10000 /* CLONE_THREAD */},
    {SYS_tgkill, 0, equal, allow, refuse, (uint32_t)getpid()},
    {SYS_openat, 2, equal, allow, refuse, DECANT_UNNAMED},
  };
  // A bit for each call: the kernel asks about all calls at once, which takes twice the time by a list.
  uint32_t words[11] = {0};
  for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++) words[allowed[i] / 32] |= 1u << allowed[i] % 32;
  instruction code[128] = {
    // Of x86-64 or arm64; newer calls, those of x32 among them, are unknown. X = 1 << call % 32
    {load, 0, 0, 4}, {equal, 0, refuse, SYS_read == 0 ? 0xC000003E : 0xC00000B7}, {load, 0, 0, 0}, {atLeast, lack, 0, 512},
    {0x54, 0, 0, 31}, {0x07, 0, 0, 0}, {set, 0, 0, 1}, {0x6C, 0, 0, 0}, {0x07, 0, 0, 0}, {load, 0, 0, 0},
  };
  uint16_t count = 10;
  for (uint32_t i = 0; i < 11; i++) {
    code[count++] = (instruction){atLeast, 2, 0, 32 * (i + 1)};
    code[count++] = (instruction){set, 0, 0, words[i]};
    code[count++] = (instruction){containsX, allow, rest, 0};
  }
  const uint16_t places[] = {count, 0, 1, 2};
  code[count++] = (instruction){load, 0, 0, 0};
  code[count++] = (instruction){equal, lack, 0, SYS_clone3};  // glibc then calls clone, whose flags can be tested.
  for (unsigned i = 0; i < sizeof tested / sizeof *tested; i++) {
    code[count++] = (instruction){equal, 0, 3, tested[i].call};
    code[count++] = (instruction){load, 0, 0, 16 + 8 * tested[i].argument};
    code[count++] = (instruction){tested[i].test, tested[i].yes, tested[i].no, tested[i].value};
    code[count++] = (instruction){load, 0, 0, 0};
  }
  for (uint16_t i = 0; i < 2 * count; i++) {
    uint8_t *place = i % 2 == 0 ? &code[i / 2].yes : &code[i / 2].no;
    if (*place >= rest) *place = (uint8_t)(places[*place - rest] + (*place > rest ? count : 0) - i / 2 - 1);
  }
  const uint32_t fail = 0x50000, results[] = {fail | EPERM, fail | ENOSYS, 0x7FFF0000};
  for (unsigned i = 0; i < 3; i++) code[count++] = (instruction){end, 0, 0, results[i]};
  const struct { uint16_t count; instruction *code; } program = {count, code};
  // For all threads, and without the slower branches of a process with a filter in older kernels.
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_seccomp, 1, 5, &program) == 0;
#else
  return 0;
#endif
}
#endif
