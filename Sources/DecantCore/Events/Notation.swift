/// How a part of a document was written, as the text of an event of the kind `notation`.
///
///     kind │ length │ part │ length │ part …        a byte; each length in four bytes
///
/// The event travels with those that it is about, through stages and tapes that need not know of it, to a writer of the
/// same format. A stage may have changed them meanwhile, so each notation holds what it is for, and counts only there.
package enum Notation {
  /// What is written, and the parts that say how.
  package enum Kind: UInt8, Sendable {
    /// A scalar: its source; and its kind and text.
    case scalar = 1
    /// A block scalar of YAML: its header and its lines without indentation; its kind and text; their column.
    case block
    /// YAML's `---` before the first document.
    case marker
    /// A TOML document: the white space before elements, the line end, and what is before and after all lines.
    case document
    /// A line of TOML, or a pair in braces: what is before its key, the key, the sign, what is after the value, and each
    /// part of the key's path.
    case line
    /// An array or a table in braces, in TOML: what is before each item and before the closing bracket.
    case brackets
  }

  // MARK: Reading

  package static func kind(_ text: RawSpan, _ range: Range<Int>) -> Kind? {
    range.isEmpty ? nil : Kind(rawValue: text.byte(at: range.lowerBound))
  }

  /// The parts of the notation at `range`, from which `nextPart` takes the first.
  @inline(__always)
  package static func parts(_ range: Range<Int>) -> Range<Int> {
    min(range.lowerBound + 1, range.upperBound)..<range.upperBound
  }

  package static func nextPart(_ text: RawSpan, _ rest: inout Range<Int>) -> Range<Int>? {
    let start = rest.lowerBound + 4
    guard start <= rest.upperBound else { return nil }
    let length = Int(text.halfWord(at: rest.lowerBound))
    guard length <= rest.upperBound - start else { return nil }
    rest = start + length..<rest.upperBound
    return start..<start + length
  }

  /// Returns the source of a scalar, if the notation is for this kind and text; `rest` are its further parts.
  package static func nextSource(
    _ text: RawSpan, _ rest: inout Range<Int>, of kind: Event.Kind, _ value: RawSpan
  ) -> Range<Int>? {
    guard let source = nextPart(text, &rest), let own = nextPart(text, &rest), !own.isEmpty,
      text.byte(at: own.lowerBound) == kind.rawValue,
      text.extracting(own.lowerBound + 1..<own.upperBound).isEqual(to: value)
    else { return nil }
    return source
  }

  // MARK: Writing

  package struct Builder: ~Copyable {
    private var text: Buffer<UInt8>

    package init(capacity: Int = 128) {
      text = Buffer(capacity: capacity)
    }

    package mutating func begin(_ kind: Kind) {
      text.removeAll()
      text.append(kind.rawValue)
    }

    package mutating func append(part: RawSpan) {
      appendPart { $0.append(contentsOf: part) }
    }

    /// Appends a part that consists of what `body` appends.
    package mutating func appendPart<R>(_ body: (inout Buffer<UInt8>) -> R) -> R {
      let start = text.count
      for _ in 0..<4 { text.append(0) }
      let result = body(&text)
      let length = text.count - start - 4
      for index in 0..<4 { text[start + index] = UInt8(truncatingIfNeeded: length >> (index * 8)) }
      return result
    }

    /// Appends what the notation of a scalar is for.
    package mutating func append(kindAndTextOf event: Event, _ batch: borrowing EventBatch) {
      appendPart { part in
        part.append(event.kind.rawValue)
        batch.withText(of: event) { part.append(contentsOf: $0) }
      }
    }

    /// Appends the notation to `batch`, before the node or end that begins at `position`.
    package func emit(at position: Int = 0, to batch: inout EventBatch) {
      text.withBytes { batch.append(.notation, text: $0, at: position) }
    }
  }
}
