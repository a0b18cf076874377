// What the headers of Linux's C libraries declare only where GNU's extensions are asked for, which a module
// that somebody else has built cannot be.
#if defined(__linux__)
#include <pthread.h>
#include <sys/types.h>
#include <sys/xattr.h>

extern char **environ;
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int sched_getaffinity(pid_t process, size_t size, void *processors);
int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags);
int syncfs(int descriptor);
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#endif
#include <sys/resource.h>

// In little address space, glibc finds no place for the memory of a second thread and maps each of its allocations on its own,
// which takes 500 times as long: there, all threads share the memory of the first.
static inline void decant_share_allocator(void) {
#if defined(__GLIBC__)
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < (1ull << 32)) mallopt(M_ARENA_MAX, 1);
#endif
}
