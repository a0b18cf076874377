import DecantTestSupport
import Testing
import Decant

@testable import DecantCore

/// Operations on sixteen bytes at once agree with those on each byte.
@Suite struct ByteBlockTests {
  private static let special: [UInt8] = [
    0x00, 0x01, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x22, 0x2F, 0x30, 0x39, 0x3A, 0x5C, 0x7E, 0x7F, 0x80,
    0xBF, 0xC0, 0xFE, 0xFF,
  ]

  private static func blocks(_ count: Int) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 8)
    return (0..<count).map { index in
      let ordinary = ([0x61, 0x35, 0x8A] as [UInt8]).randomElement(using: &generator) ?? 0
      return (0..<ByteBlock.width).map { _ in
        Int.random(in: 0...index % 16, using: &generator) > 0
          ? ordinary : special.randomElement(using: &generator) ?? 0
      }
    }
  }

  private func first(_ bytes: [UInt8], _ isMarked: (UInt8) -> Bool) -> Int {
    bytes.firstIndex(where: isMarked) ?? ByteBlock.width
  }

  @Test func findsTheFirstByteOfEachKind() {
    for bytes in Self.blocks(2000) {
      let block = bytes.withBytes { $0.block(at: 0) }
      for byte: UInt8 in [0x0A, 0x22, 0xFF] {
        #expect(block.equals(byte).bytesBefore == first(bytes) { $0 == byte })
        #expect(block.isBelow(byte).bytesBefore == first(bytes) { $0 < byte })
        #expect(block.isAtLeast(byte).bytesBefore == first(bytes) { $0 >= byte })
      }
      let either = block.equals(0x20) | block.equals(0x7F)
      #expect(either.bytesBefore == first(bytes) { $0 == 0x20 || $0 == 0x7F })
      #expect(block.isNotDigit.bytesBefore == first(bytes) { !(0x30...0x39).contains($0) })
      #expect(block.beginsScalar.bytesBefore == first(bytes) { $0 & 0xC0 != 0x80 })
      #expect(
        block.needsEscape.bytesBefore == first(bytes) { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C })
      #expect(block.isASCII == bytes.allSatisfy { $0 < 0x80 })
      #expect(block.isZero == bytes.allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: 1...7) func fillsAShortTextWithSpaces(_ count: Int) {
    let bytes = (0..<8).map { UInt8($0 + 1) }
    let word = bytes.withBytes { $0.word(at: 0) } & ~(UInt64.max << UInt64(count * 8))
    let block = ByteBlock(short: word, count: count)
    #expect(block.isBelow(0x20).bytesBefore == 0)
    for (index, byte) in bytes.prefix(count).enumerated() {
      #expect(block.equals(byte).bytesBefore == index)
    }
    #expect(block.equals(0x20).bytesBefore == count)
    #expect(block.isAtLeast(0x21).isZero)
  }

  /// Counts beyond eight bits, and lengths around that of a block.
  @Test(arguments: [0, 1, 15, 16, 17, 255 * 16, 256 * 16, 256 * 16 + 5, 10_000])
  func countsBytes(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in Self.special.randomElement(using: &generator) ?? 0 }
    for wanted in Self.special {
      let found = bytes.withBytes { $0.countOfBytes(of: { $0.equals(wanted) }) { $0 == wanted } }
      #expect(found == bytes.count { $0 == wanted })
      let same = [UInt8](repeating: wanted, count: count)
      #expect(
        same.withBytes { $0.countOfBytes(of: { $0.equals(wanted) }) { $0 == wanted } } == count)
    }
    #expect(bytes.withBytes { $0.countOfScalars } == bytes.count { $0 & 0xC0 != 0x80 })
  }
}
