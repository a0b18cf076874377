internal import DecantCore
internal import DecantSystem

/// SHA-256 (FIPS 180-4), by the processor's instructions for it if it has them.
///
/// Without them, each block of 64 bytes takes 64 rounds. The message schedule is computed in place, 16 words at a time:
///
///     block ──▶ w0 … w15 ──▶ 16 rounds ──▶ next w0 … w15 ──▶ 16 rounds ──▶ … ──▶ + state
struct SHA256 {
  private typealias Words = InlineArray<16, UInt32>

  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private let usesProcessor: Bool
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  private static let blockSize = 64

  /// Creates a hash of no bytes; a portable one does without the processor's instructions.
  init(portable: Bool = false) {
    usesProcessor = !portable && System.hasSHA256
  }

  mutating func update(_ bytes: RawSpan) {
    length &+= UInt64(bytes.byteCount)
    var start = 0
    if !pending.isEmpty {
      start = min(Self.blockSize - pending.count, bytes.byteCount)
      pending.append(copying: bytes.extracting(0..<start))
      guard pending.count == Self.blockSize else { return }
      compressPending()
    }
    let rest = (bytes.byteCount - start) % Self.blockSize
    compress(bytes.extracting(start..<bytes.byteCount - rest))
    pending.append(copying: bytes.extracting((bytes.byteCount - rest)...))
  }

  consuming func finish() -> [UInt8] {
    let bits = length &* 8
    pending.append(0x80)
    if pending.count > Self.blockSize - 8 { fillPending(to: Self.blockSize) }
    fillPending(to: Self.blockSize - 8)
    for shift in stride(from: 56, through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    compressPending()
    return state.indices.flatMap { index in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[index] >> UInt32($0)) }
    }
  }

  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withBytes { hash.update($0) }
    return hash.finish()
  }

  private mutating func fillPending(to count: Int) {
    while pending.count < count { pending.append(0) }
    if count == Self.blockSize { compressPending() }
  }

  private mutating func compressPending() {
    let block = pending
    block.withBytes { compress($0) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Adds whole blocks.
  private mutating func compress(_ blocks: RawSpan) {
    guard !usesProcessor else { return System.addSHA256(of: blocks, to: &state, constants.span) }
    for start in stride(from: 0, to: blocks.byteCount, by: Self.blockSize) {
      compress(blocks, at: start)
    }
  }

  private mutating func compress(_ bytes: RawSpan, at start: Int) {
    var words = Words(repeating: 0)
    for pair in 0..<8 {
      let both = bytes.bigEndian(at: start &+ pair &* 8, width: 8)
      words[pair &* 2] = UInt32(truncatingIfNeeded: both &>> 32)
      words[pair &* 2 &+ 1] = UInt32(truncatingIfNeeded: both)
    }
    var next = State(state)
    next.mix(words, 0)
    for round in stride(from: 16, to: 64, by: 16) {
      for index in 0..<16 {
        let old = words[(index &+ 1) & 15], recent = words[(index &+ 14) & 15]
        let small = old.rotated(7) ^ old.rotated(18) ^ old &>> 3
        let large = recent.rotated(17) ^ recent.rotated(19) ^ recent &>> 10
        words[index] = words[index] &+ small &+ words[(index &+ 9) & 15] &+ large
      }
      next.mix(words, round)
    }
    next.add(to: &state)
  }

  private struct State {
    var a, b, c, d, e, f, g, h: UInt32

    init(_ words: InlineArray<8, UInt32>) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
    }

    func add(to words: inout InlineArray<8, UInt32>) {
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { words[index] &+= word }
    }

    /// Performs 16 rounds; the variables rotate by name instead of by assignment.
    @inline(__always)
    mutating func mix(_ words: Words, _ round: Int) {
      for half in stride(from: 0, to: 16, by: 8) {
        let at = round &+ half
        Self.step(a, b, c, &d, e, f, g, &h, words[half] &+ constants[at])
        Self.step(h, a, b, &c, d, e, f, &g, words[half &+ 1] &+ constants[at &+ 1])
        Self.step(g, h, a, &b, c, d, e, &f, words[half &+ 2] &+ constants[at &+ 2])
        Self.step(f, g, h, &a, b, c, d, &e, words[half &+ 3] &+ constants[at &+ 3])
        Self.step(e, f, g, &h, a, b, c, &d, words[half &+ 4] &+ constants[at &+ 4])
        Self.step(d, e, f, &g, h, a, b, &c, words[half &+ 5] &+ constants[at &+ 5])
        Self.step(c, d, e, &f, g, h, a, &b, words[half &+ 6] &+ constants[at &+ 6])
        Self.step(b, c, d, &e, f, g, h, &a, words[half &+ 7] &+ constants[at &+ 7])
      }
    }

    @inline(__always)
    private static func step(
      _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
      _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
    ) {
      let choice = g ^ (e & (f ^ g))
      let majority = (a & b) | (c & (a | b))
      let first = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ word
      d &+= first
      h = first &+ (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
    }
  }
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 {
    self &>> count | self &<< (32 &- count)
  }
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let constants: InlineArray<64, UInt32> = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
  0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
  0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
  0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
  0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
  0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
  0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
  0xc671_78f2,
]
