internal import DecantCore

/// Scalars: as in the source if that was TOML and the value is still the same, else in the spelling that most people write.
extension TOMLDocumentWriter {
  func writeScalar(_ index: Int, isInTable: Bool) throws(DecantError) {
    let entry = document[index]
    if isColored { color(entry.kind) }
    try document.text.withBytes { (text) throws(DecantError) in
      if let source = document.source(of: index, text, ascii: ascii) {
        output.append(contentsOf: text.extracting(source))
      } else {
        try append(entry, text, isInTable: isInTable, at: index)
      }
    }
    if isColored { color(palette?.end) }
  }

  @inline(__always)
  private func append(
    _ entry: Tape.Entry, _ text: RawSpan, isInTable: Bool, at index: Int
  ) throws(DecantError) {
    let range = entry.textRange
    switch entry.kind {
    case .true: output.append(0x6575_7274, count: 4)
    case .false: output.append(0x65_736C_6166, count: 5)
    case .integer, .real, .localTime: output.append(contentsOf: text.extracting(range))
    case .string:
      guard !entry.flags.contains(.isEscaped) else { throw refusal(.loneSurrogate, at: index) }
      let hasLines =
        !isInTable && !isCompact && !entry.flags.contains(.needsNoJSONEscape)
        && text.firstIndex(of: 0x0A, in: range) != nil
      if hasLines {
        TOMLString.appendLines(text, range, ascii: ascii, to: &output)
      } else {
        TOMLString.append(text, range, ascii: ascii, to: &output)
      }
    case .date:
      // A year outside 0000 to 9999 has a sign.
      guard !range.isEmpty, DecimalLexeme.isDigit(text.byte(at: range.lowerBound)) else {
        throw refusal(.date, at: index)
      }
      output.append(contentsOf: text.extracting(range))
    case .null: throw refusal(.null, at: index)
    default: throw DecantError(.malformedEvents("TOML has no \(entry.kind)"))
    }
  }

  private func refusal(_ kind: DecantError.ValueClass, at index: Int) -> DecantError {
    DecantError(
      .notRepresentable(kind, target: Format.toml.name), offset: document.offset(at: index))
  }

  private func color(_ kind: Event.Kind) {
    guard isColored, let palette else { return }
    switch kind {
    case .true, .false: color(palette.word)
    case .integer, .real: color(palette.number)
    default: color(palette.string)
    }
  }
}
