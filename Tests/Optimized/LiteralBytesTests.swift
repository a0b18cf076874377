import DecantCore
import Testing

/// Functions that give access to bytes, called with literals, whose bytes are in the value itself.
///
/// The optimizer of Swift 6.3 can make a span of such bytes one of other bytes, where the function is inlined into its caller:
/// so this target is optimized, as the modules that do the work.
@Suite struct LiteralBytesTests {
  @Test(arguments: ["", "a", "fifteen bytes..", "a text of more than fifteen bytes"])
  func ofStrings(name: String) {
    var form = LiteralForm()
    form.write(name)
    #expect(String(decoding: form.text, as: UTF8.self) == "{\"$date\":\"\(name)\"}")
  }

  @Test func ofAStringAsResult() throws {
    #expect("\"}".withBytes { [UInt8]($0) } == [0x22, 0x7d])
    #expect("\"}".withBytes { $0.byteCount } == 2)
    #expect(throws: CancellationError.self) {
      try "\"}".withBytes { (_) throws(CancellationError) in throw CancellationError() }
    }
  }

  @Test func ofStringsThatAreCompared() {
    var keys: Set<KeyText> = []
    for name in ["a", "ab", "é", "e\u{301}", "a text of more than fifteen bytes"] {
      #expect(keys.insert(KeyText(name)).inserted)
    }
    #expect(keys.contains(KeyText("ab")) && !keys.contains(KeyText("b")))
  }

  @Test func ofArrays() {
    var text: [UInt8] = []
    ([1, 2] as [UInt8]).withBytes { text.append(copying: $0) }
    ([3] as InlineArray<1, UInt8>).withBytes { text.append(copying: $0) }
    ([4, 5, 6] as InlineArray<3, UInt8>).withBytes { text.append(copying: $0) }
    ([7, 8] as [UInt8]).withElements { for index in $0.indices { text.append($0[index]) } }
    #expect(text == [1, 2, 3, 4, 5, 6, 7, 8])
  }
}

/// A text that is put together as modules do it: where `withBytes` passes a span of the string, its end is of other bytes.
struct LiteralForm {
  var text: [UInt8] = []

  mutating func write(_ name: String) {
    text.append(literal: "{\"$date\":\"")
    text.append(literal: name)
    text.append(literal: "\"}")
  }
}

extension [UInt8] {
  mutating func append(literal text: String) { text.withBytes { append(copying: $0) } }
}
