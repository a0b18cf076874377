// What the headers of Linux's C libraries declare only where GNU's extensions are asked for, which a module
// that somebody else has built cannot be.
#if defined(__linux__)
#include <pthread.h>

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
#endif
