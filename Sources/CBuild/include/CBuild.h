// What a build knows about itself: the environment variable DECANT_COMMIT sets it, through Package.swift.
#include <stdbool.h>
#include <stdint.h>

// The first 48 bits of the commit that was built; 0 if it is not known.
uint64_t decant_build_commit(void);

// Whether the sources were changed after that commit.
bool decant_build_is_modified(void);
