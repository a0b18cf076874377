import Testing

@testable import DecantCore

@Suite struct NotationTests {
  private func text(_ notation: borrowing Notation.Builder) -> [UInt8] {
    var batch = EventBatch()
    notation.emit(to: &batch)
    return batch.withText(of: batch[0]) { [UInt8]($0) }
  }

  @Test func partsAreReadAsTheyWereWritten() {
    let parts: [[UInt8]] = [[], [0, 0x0A, 0], Array(repeating: 7, count: 70_000), [0xFF]]
    var notation = Notation.Builder()
    notation.begin(.scalar)
    notation.begin(.line)
    for part in parts { part.withBytes { notation.append(part: $0) } }
    text(notation).withBytes { text in
      #expect(Notation.kind(text, 0..<text.byteCount) == .line)
      var rest = Notation.parts(0..<text.byteCount)
      var found: [[UInt8]] = []
      while let part = Notation.nextPart(text, &rest) {
        found.append([UInt8](text.extracting(part)))
      }
      #expect(found == parts)
      #expect(rest.isEmpty)
    }
  }

  /// A text that was cut off is not read beyond its end.
  @Test func partsEndWithTheText() {
    var notation = Notation.Builder()
    notation.begin(.brackets)
    [1, 2, 3].withBytes { notation.append(part: $0) }
    let whole = text(notation)
    for count in 0..<whole.count {
      Array(whole.prefix(count)).withBytes { text in
        var rest = Notation.parts(0..<count)
        #expect(Notation.nextPart(text, &rest) == nil)
        #expect(Notation.kind(text, 0..<count) == (count == 0 ? nil : .brackets))
      }
    }
  }

  @Test func sourceIsOfOneValue() {
    var batch = EventBatch()
    batch.append(.integer, text: "31")
    var notation = Notation.Builder()
    notation.begin(.scalar)
    Array("0x1F".utf8).withBytes { notation.append(part: $0) }
    notation.append(kindAndTextOf: batch[0], batch)
    text(notation).withBytes { text in
      func source(_ kind: Event.Kind, _ value: String) -> String? {
        var rest = Notation.parts(0..<text.byteCount)
        return value.withBytes { Notation.nextSource(text, &rest, of: kind, $0) }.map {
          String(utf8: text.extracting($0))
        }
      }
      #expect(source(.integer, "31") == "0x1F")
      #expect(source(.integer, "32") == nil)
      #expect(source(.integer, "") == nil)
      #expect(source(.string, "31") == nil)
    }
  }
}
