// The compression function of SHA-256 by the processor's own instructions, which take about a seventh of the time.
//
// On arm64, the target that is compiled for decides; on x86-64, the processor, which `decant_has_sha256` asks.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__aarch64__) && defined(__ARM_FEATURE_SHA2)
#include <arm_neon.h>
#endif

#if defined(__x86_64__)

#include <cpuid.h>

static inline bool decant_has_sha256(void) {
  unsigned a, b, c, d;
  // SSSE3 and SSE4.1, then SHA.
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 9) || !(c & 1u << 19)) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}

// Adds `count` blocks of 64 bytes to the eight words of `state`; `constants` are the 64 of the rounds.
static inline __attribute__((target("sha,ssse3,sse4.1"))) void decant_sha256(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  typedef int vector __attribute__((vector_size(16)));
  typedef char bytes __attribute__((vector_size(16)));
  typedef vector unaligned __attribute__((aligned(1)));
  const bytes bigEndian = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
  // The instructions keep the words in the order FEBA and HGDC, the first of a pair highest.
  vector low = *(const unaligned *)state, high = *(const unaligned *)(state + 4);
  vector abef = __builtin_shufflevector(high, low, 1, 0, 5, 4);
  vector cdgh = __builtin_shufflevector(high, low, 3, 2, 7, 6);
  for (; count > 0; count--, blocks += 64) {
    const vector abefBefore = abef, cdghBefore = cdgh;
    vector words[4];
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      vector next;
      if (group < 4) {
        const vector loaded = *(const unaligned *)(blocks + 16 * group);
        next = (vector)__builtin_ia32_pshufb128((bytes)loaded, bigEndian);
      } else {
        const vector last = words[(group + 3) & 3], beforeLast = words[(group + 2) & 3];
        const vector sevenBefore = __builtin_shufflevector(beforeLast, last, 1, 2, 3, 4);
        next = __builtin_ia32_sha256msg1(words[group & 3], words[(group + 1) & 3]) + sevenBefore;
        next = __builtin_ia32_sha256msg2(next, last);
      }
      words[group & 3] = next;
      const vector sum = next + *(const unaligned *)(constants + 4 * group);
      cdgh = __builtin_ia32_sha256rnds2(cdgh, abef, sum);
      abef = __builtin_ia32_sha256rnds2(abef, cdgh, __builtin_shufflevector(sum, sum, 2, 3, 2, 3));
    }
    abef += abefBefore;
    cdgh += cdghBefore;
  }
  *(unaligned *)state = __builtin_shufflevector(abef, cdgh, 3, 2, 7, 6);
  *(unaligned *)(state + 4) = __builtin_shufflevector(abef, cdgh, 1, 0, 5, 4);
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_SHA2)

static inline bool decant_has_sha256(void) { return true; }

static inline void decant_sha256(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count > 0; count--, blocks += 64) {
    const uint32x4_t abcdBefore = abcd, efghBefore = efgh;
    uint32x4_t words[4];
#pragma clang loop unroll(full)
    for (int group = 0; group < 16; group++) {
      uint32x4_t next;
      if (group < 4) {
        next = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * group)));
      } else {
        next = vsha256su1q_u32(
            vsha256su0q_u32(words[group & 3], words[(group + 1) & 3]), words[(group + 2) & 3],
            words[(group + 3) & 3]);
      }
      words[group & 3] = next;
      const uint32x4_t sum = vaddq_u32(next, vld1q_u32(constants + 4 * group));
      const uint32x4_t old = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sum);
      efgh = vsha256h2q_u32(efgh, old, sum);
    }
    abcd = vaddq_u32(abcd, abcdBefore);
    efgh = vaddq_u32(efgh, efghBefore);
  }
  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

#else

static inline bool decant_has_sha256(void) { return false; }

static inline void decant_sha256(
    uint32_t *state, const uint8_t *blocks, size_t count, const uint32_t *constants) {}

#endif
