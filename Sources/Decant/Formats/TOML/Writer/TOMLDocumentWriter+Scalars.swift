extension TOMLDocumentWriter {
  func appendKey(_ key: Int, to output: inout [UInt8]) {
    if let source = spelling(of: key) {
      output += source
      return
    }
    document.text.withBytes { text in
      let text = text.extracting(document.textRange(at: key))
      if text.byteCount > 0,
        (0..<text.byteCount).allSatisfy({ TOMLParser.isBare(text.byte(at: $0)) })
      {
        output.append(copying: text)
      } else {
        TOMLString.append(text, ascii: options.ascii, to: &output)
      }
    }
  }

  mutating func writeScalar(_ index: Int, isInTable: Bool) throws(DecantError) {
    let entry = document[index]
    color(entry.kind)
    if let source = spelling(of: index) {
      out += source
    } else {
      try document.text.withBytes { (text) throws(DecantError) in
        let text = text.extracting(entry.textRange)
        try append(entry, text, isInTable: isInTable, at: index)
      }
    }
    color(options.palette?.end)
  }

  private mutating func append(
    _ entry: Tape.Entry, _ text: RawSpan, isInTable: Bool, at index: Int
  ) throws(DecantError) {
    switch entry.kind {
    case .true: out += "true".utf8
    case .false: out += "false".utf8
    case .integer, .real, .localTime: out.append(copying: text)
    case .string:
      guard !entry.flags.contains(.isEscaped) else { throw refusal(.loneSurrogate, at: index) }
      let hasLines =
        !isInTable && !options.isCompact
        && text.firstIndex(of: 0x0A, in: 0..<text.byteCount) != nil
      if hasLines {
        TOMLString.appendLines(text, ascii: options.ascii, to: &out)
      } else {
        TOMLString.append(text, ascii: options.ascii, to: &out)
      }
    case .date:
      // A year outside 0000 to 9999 has a sign.
      guard text.byteCount > 0, DecimalLexeme.isDigit(text.byte(at: 0)) else {
        throw refusal(.date, at: index)
      }
      out.append(copying: text)
    case .null: throw refusal(.null, at: index)
    default: throw DecantError(.malformedEvents("TOML has no \(entry.kind)"))
    }
  }

  private func refusal(_ kind: DecantError.ValueClass, at index: Int) -> DecantError {
    DecantError(
      .notRepresentable(kind, target: Format.toml.name), offset: document.offset(at: index))
  }

  /// The source of a scalar in the input, if that was TOML; nil if a stage has changed the value since.
  private func spelling(of index: Int) -> ArraySlice<UInt8>? {
    guard index > 0, document[index - 1].kind == .spelling else { return nil }
    let spelling = document.text[document.textRange(at: index - 1)]
    guard let end = spelling.firstIndex(of: 0), end + 1 < spelling.endIndex,
      spelling[end + 1] == document[index].kind.rawValue,
      spelling[(end + 2)...] == document.text[document.textRange(at: index)]
    else { return nil }
    let source = spelling[..<end]
    return options.ascii && source.contains { $0 >= 0x80 } ? nil : source
  }

  private mutating func color(_ kind: Event.Kind) {
    guard let palette = options.palette else { return }
    switch kind {
    case .true, .false: color(palette.word)
    case .integer, .real: color(palette.number)
    default: color(palette.string)
    }
  }
}
