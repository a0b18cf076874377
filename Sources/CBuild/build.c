#include "CBuild.h"

#ifndef DECANT_COMMIT
#define DECANT_COMMIT 0
#endif

uint64_t decant_build_commit(void) { return DECANT_COMMIT; }

bool decant_build_is_modified(void) {
#ifdef DECANT_MODIFIED
  return true;
#else
  return false;
#endif
}
