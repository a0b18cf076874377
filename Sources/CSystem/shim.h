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
int malloc_trim(size_t pad);
#endif
#endif
