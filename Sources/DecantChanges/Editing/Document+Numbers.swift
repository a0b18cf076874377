package import DecantCore

/// The notation of numbers in new values.
extension ReadingOptions {
  /// Returns options that keep the notation of numbers if a format has it: `0755` is another number for other readers.
  package static func keepingNumbers(of format: Format) -> ReadingOptions {
    var options = ReadingOptions()
    if format.abilities.contains(.numberNotations) { options.numberNotation = .asWritten }
    return options
  }
}

extension Document {
  /// The document with numbers in the notation of JSON, as the editor reads those of a file.
  var withDecimalNumbers: Document {
    get throws(DecantError) {
      func decimal(_ index: Int) -> [UInt8]? {
        tape.text.withBytes { text in
          tape[index].event.decimalText(text.extracting(tape.textRange(at: index)))
        }
      }
      let indices = tape.entries.indices.filter { decimal($0) != nil }
      guard !indices.isEmpty else { return self }
      var result = Tape()
      var place = 0
      for index in indices {
        try result.append(place..<index, of: tape)
        let entry = tape[index]
        var batch = EventBatch()
        batch.append(
          entry.kind, text: String(decoding: decimal(index) ?? [], as: UTF8.self),
          flags: entry.flags.union(.plainASCII), style: entry.style)
        try result.append(batch[0], of: batch)
        place = index + 1
      }
      try result.append(place..<tape.count, of: tape)
      return Document(result)
    }
  }
}
