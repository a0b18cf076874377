internal import DecantCore

/// Base64 in a property list, with white space anywhere.
enum XMLBase64 {
  enum Flaw {
    case unexpected(at: Int)
    case unfinished
  }

  // MARK: Reading

  static func decode(_ text: RawSpan, into storage: ByteStorage) -> Flaw? {
    storage.reserve(text.byteCount / 4 &* 3 &+ 8)
    var flaw: Flaw?
    _ = storage.fill { output in flaw = decode(text, into: &output) }
    return flaw
  }

  private static func decode(_ text: RawSpan, into output: inout OutputRawSpan) -> Flaw? {
    var p = 0
    var group: UInt32 = 0
    var letters = 0
    var padding = 0
    while p < text.byteCount {
      if letters == 0, text.byteCount &- p >= 8, let bits = bits(ofLetters: text.word(at: p)) {
        for shift: UInt64 in [40, 32, 24, 16, 8, 0] {
          output.append(UInt8(truncatingIfNeeded: bits &>> shift))
        }
        p &+= 8
        continue
      }
      let byte = text.byte(at: p)
      p &+= 1
      if byte == 0x0A || byte == 0x09 || byte == 0x20 || byte == 0x0D { continue }
      if byte == UInt8(ascii: "="), letters >= 2, letters &+ padding < 4 {
        padding &+= 1
        continue
      }
      guard let value = value(of: byte), padding == 0 else { return .unexpected(at: p &- 1) }
      group = group &<< 6 | UInt32(value)
      letters &+= 1
      guard letters == 4 else { continue }
      for shift: UInt32 in [16, 8, 0] {
        output.append(UInt8(truncatingIfNeeded: group &>> shift))
      }
      group = 0
      letters = 0
    }
    guard letters > 0 else { return nil }
    guard letters &+ padding == 4 else { return .unfinished }
    // The unused bits of the last letter are ignored.
    group &<<= UInt32(6 &* padding)
    for shift in [16, 8].prefix(letters &- 1) {
      output.append(UInt8(truncatingIfNeeded: group &>> UInt32(shift)))
    }
    return nil
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter &- UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter &- UInt8(ascii: "a") &+ 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter &- UInt8(ascii: "0") &+ 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Returns the 48 bits of eight letters, nil for an invalid one; no operation carries between bytes.
  @inline(__always)
  private static func bits(ofLetters word: UInt64) -> UInt64? {
    guard word & WordScanning.highBits == 0 else { return nil }
    let high = word | WordScanning.highBits
    func isAtLeast(_ letter: UInt8) -> UInt64 {
      ((high &- WordScanning.repeated(letter)) & WordScanning.highBits) &>> 7
    }
    let upper = isAtLeast(UInt8(ascii: "A")) & ~isAtLeast(UInt8(ascii: "Z") &+ 1)
    let lower = isAtLeast(UInt8(ascii: "a")) & ~isAtLeast(UInt8(ascii: "z") &+ 1)
    let digit = isAtLeast(UInt8(ascii: "0")) & ~isAtLeast(UInt8(ascii: "9") &+ 1)
    let plus = WordScanning.equals(word, UInt8(ascii: "+")) &>> 7
    let slash = WordScanning.equals(word, UInt8(ascii: "/")) &>> 7
    guard upper | lower | digit | plus | slash == WordScanning.repeated(1) else { return nil }
    // Offsets: A…Z −65, a…z −71, 0…9 +4, `+` +19, `/` +16.
    let values =
      word &+ digit &* 4 &+ plus &* 19 &+ slash &* 16 &- upper &* 65 &- lower &* 71
    // 8 × 6 bits → 4 × 12 → 2 × 24 → 48.
    let bytes = values.byteSwapped
    let twelves = (bytes &>> 2 & 0x0FC0_0FC0_0FC0_0FC0) | (bytes & 0x003F_003F_003F_003F)
    let twentyFours = (twelves &>> 4 & 0x00FF_F000_00FF_F000) | (twelves & 0x0000_0FFF_0000_0FFF)
    return (twentyFours &>> 8 & 0xFFFF_FF00_0000) | (twentyFours & 0x0000_00FF_FFFF)
  }

  // MARK: Writing

  @inline(__always)
  static func letters(ofBits bits: UInt64) -> UInt64 {
    let twentyFours = (bits & 0xFFFF_FF00_0000) &<< 8 | (bits & 0x0000_00FF_FFFF)
    let twelves =
      (twentyFours & 0x00FF_F000_00FF_F000) &<< 4 | (twentyFours & 0x0000_0FFF_0000_0FFF)
    let sixes = (twelves & 0x0FC0_0FC0_0FC0_0FC0) &<< 2 | (twelves & 0x003F_003F_003F_003F)
    let values = sixes.byteSwapped
    func isAtLeast(_ value: UInt8) -> UInt64 {
      ((values &+ WordScanning.repeated(0x80 &- value)) & WordScanning.highBits) &>> 7
    }
    // A…Z begin at 0, a…z at 26, 0…9 at 52; `+` is 62 and `/` 63.
    return values &+ WordScanning.repeated(UInt8(ascii: "A")) &+ isAtLeast(26) &* 6
      &- isAtLeast(52) &* 75 &- isAtLeast(62) &* 15 &+ isAtLeast(63) &* 3
  }
}
