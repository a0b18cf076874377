// The top bits of sixteen bytes, that of the first byte lowest: Swift's vectors have no operation that gathers them.
#include <stdint.h>
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef int8_t decant_bytes __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) uint16_t decant_top_bits(decant_bytes bytes) {
#if defined(__SSE2__)
  return (uint16_t)__builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)bytes);
#elif defined(__aarch64__)
  static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t signs = vreinterpretq_u8_s8(vshrq_n_s8((int8x16_t)bytes, 7));
  uint8x16_t marks = vandq_u8(signs, vld1q_u8(places));
  return (uint16_t)(vaddv_u8(vget_low_u8(marks)) | vaddv_u8(vget_high_u8(marks)) << 8);
#else
  uint16_t bits = 0;
  for (int index = 0; index < 16; index++) {
    bits |= (uint16_t)((uint8_t)bytes[index] >> 7) << index;
  }
  return bits;
#endif
}
