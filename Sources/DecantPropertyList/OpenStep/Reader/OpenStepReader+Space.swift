internal import DecantCore

/// The space between tokens when comments are not wanted; a comment may be longer than the window, see `OpenComment`.
extension OpenStepReader {
  @inline(__always)
  static func skipSpace(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0x09...0x0D:
        p &+= 1
      case 0x20:
        let others = WordScanning.differs(bytes.word(at: p), from: 0x20)
        p &+= others == 0 ? 8 : WordScanning.bytesBefore(others)
      default:
        return p
      }
    }
  }

  @inline(never)
  mutating func skipComments(
    _ bytes: RawSpan, from start: Int, _ input: OpenStepInput
  ) throws(DecantError) -> Int {
    var p = start
    while true {
      guard try skipComment(bytes, from: &p, input) else { return p }
      switch bytes.byte(at: p) {
      case 0x09...0x0D, 0x20:
        p = Self.skipSpace(bytes, from: p)
      case UInt8(ascii: "/"):
        guard openComment.begin(bytes, at: p, origin: origin) else { return p }
        p += 2
      case 0xE2 where UTF8Scanning.isLineEnd(bytes, at: p):
        p += 3
      default:
        return p
      }
    }
  }

  private mutating func skipComment(
    _ bytes: RawSpan, from p: inout Int, _ input: OpenStepInput
  ) throws(DecantError) -> Bool {
    do throws(TokenFlaw) {
      return try openComment.skip(
        bytes, from: &p, to: input.end, origin: origin, isComplete: input.isComplete)
    } catch {
      throw failure(error)
    }
  }
}
