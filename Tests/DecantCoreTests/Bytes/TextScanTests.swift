import Testing
import Decant
import DecantCore

@Suite struct TextScanTests {
  /// The bytes at the boundaries of all classes.
  private static let bytes: [UInt8] = [
    0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80, 0xA2, 0xDC, 0xFF,
  ]

  @Test(arguments: 1...25)
  func classifiesTextAtAnyOffset(_ length: Int) {
    for place in 0..<length {
      for byte in Self.bytes {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        text[place] = byte
        let storage = ByteStorage(capacity: 1)
        storage.append(UInt8(ascii: "\""))
        let flags = text.withBytes { storage.append(scanning: $0) }
        storage.seal()
        #expect(flags == text.withBytes { $0.scanned })
        #expect(flags.contains(.isASCII) == (byte < 0x80), "\(byte) at \(place)")
        let isPlain = byte >= 0x20 && byte != 0x22 && byte != 0x5C
        #expect(flags.contains(.needsNoJSONEscape) == isPlain, "\(byte) at \(place)")
        #expect(storage.count == length + 1)
        storage.withBytes { bytes in
          let all = [UInt8](bytes)
          #expect(Array(all[1...length]) == text)
          #expect(all.dropFirst(length + 1) == ArraySlice(repeating: 0, count: ByteStorage.padding))
        }
      }
    }
  }

  @Test func copiesNothingOfAnEmptyText() {
    let storage = ByteStorage(capacity: 0)
    let flags = [UInt8]().withBytes { storage.append(scanning: $0) }
    #expect(flags == [.isASCII, .needsNoJSONEscape])
    #expect(storage.count == 0)
    #expect([UInt8]().withBytes { $0.scanned } == flags)
  }

  /// A text overwrites the padding of the previous one.
  @Test func keepsConsecutiveTexts() {
    let storage = ByteStorage(capacity: 1)
    var all: [UInt8] = []
    for length in (0...40).map({ $0 * 7 % 41 }) {
      let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &+ length &* 3) }
      text.withBytes { storage.append(next: $0) }
      all += text
    }
    storage.seal()
    storage.withBytes {
      #expect([UInt8]($0) == all + [UInt8](repeating: 0, count: ByteStorage.padding))
    }
  }

  @Test(arguments: 1...7, [0, 1, 8, 9])
  func readsTheLastWordAndNothingAfterIt(_ length: Int, _ before: Int) {
    let block = (0..<32).map { UInt8($0 + 1) }
    block.withBytes { bytes in
      let start = before & ~7
      let word = bytes.extracting(0..<start + length).lastWord(from: start)
      let wanted = (0..<length).reduce(UInt64(0)) { $0 | UInt64(block[start + $1]) << (8 * $1) }
      #expect(word == wanted)
    }
  }
}
