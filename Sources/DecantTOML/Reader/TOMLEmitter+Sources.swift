internal import DecantCore

/// The source of keys and scalars, for a writer of TOML.
extension TOMLEmitter {
  func spaces(before comment: Int, _ bytes: RawSpan) -> Event.Flags {
    var p = comment
    while p > 0, bytes.byte(at: p - 1) == 0x20 { p -= 1 }
    return .spaces(comment - p)
  }

  /// Inserts the notation of the last event, if a writer would choose another one.
  @inline(never)
  func recordScalar(_ node: TOMLNode, _ bytes: RawSpan, _ batch: inout EventBatch) {
    guard node.hasNotation(bytes) else { return }
    Self.recordLast(node.value, bytes, &batch)
  }

  /// Inserts the notation of the last event, a key in quotes.
  @inline(never)
  func recordKey(_ node: TOMLNode, _ bytes: RawSpan, _ batch: inout EventBatch) {
    guard !node.traits.contains(.hasDecodedKey), node.isQuoted(bytes) else { return }
    Self.recordLast(node.key.lowerBound - 1..<node.key.upperBound + 1, bytes, &batch)
  }

  private static func recordLast(
    _ source: Range<Int>, _ bytes: RawSpan, _ batch: inout EventBatch
  ) {
    let event = batch.events.removeLast()
    var notation = Notation.Builder()
    notation.begin(.scalar)
    notation.append(part: bytes.extracting(source))
    notation.append(kindAndTextOf: event, batch)
    notation.emit(at: Int(event.position), to: &batch)
    batch.events.append(event)
  }
}

extension TOMLTree {
  /// The white space before the first element of an array that has a line of its own.
  func indentation(_ bytes: RawSpan) -> Indentation? {
    for index in 0..<nodes.count {
      let node = nodes[index]
      guard node.kind == .array, node.first >= 0, node.breaksLine(after: Int(node.start), bytes),
        nodes[Int(node.parent)].kind == .table
      else { continue }
      let element = Int(nodes[Int(node.first)].start)
      var start = element
      while start > 0, [0x20, 0x09].contains(bytes.byte(at: start - 1)) { start -= 1 }
      guard start > 0, bytes.byte(at: start - 1) == 0x0A else { continue }
      let byte = bytes.byte(at: start)
      let isUniform = (start..<element).allSatisfy { bytes.byte(at: $0) == byte }
      guard isUniform, 1...8 ~= element - start else { return nil }
      return Indentation(byte: byte, width: element - start)
    }
    return nil
  }
}

extension TOMLNode {
  /// Whether the key is in quotes; not if it has escapes.
  func isQuoted(_ bytes: RawSpan) -> Bool {
    guard key.lowerBound > 0 else { return false }
    let quote = bytes.byte(at: key.lowerBound - 1)
    return (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"))
      && bytes.byte(at: key.upperBound) == quote
  }

  /// Whether a writer would not write the scalar as it is in the source.
  fileprivate func hasNotation(_ bytes: RawSpan) -> Bool {
    switch kind {
    case .string:
      bytes.byte(at: Int(start)) != UInt8(ascii: "\"")
        || !traits.isDisjoint(with: [.isRespelled, .hasTripleQuotes])
        || !Event.Flags(rawValue: detail).contains(.needsNoJSONEscape)
    case .real:
      traits.contains(.isRespelled) || TOMLNumber.nonFinite(bytes, value) != nil
    default: traits.contains(.isRespelled)
    }
  }
}
