internal import DecantCore

/// The XML declaration, which must be read before all else: it may name the encoding of what follows it.
extension XMLReader {
  private static var longestDeclaration: Int { 8 * 1024 }

  /// Detects the encoding; a byte-order mark overrides the declaration.
  mutating func begin(_ window: inout Window) throws(DecantError) {
    if !window.hasKnownEncoding {
      while window.count - window.position < 4, try window.refill() {}
      let start = window.withBytes { bytes in
        (window.position..<min(window.position + 4, window.count)).map { bytes.byte(at: $0) }
      }
      if let form = UnicodeSource.Form.ofMarkup(beginningWith: start) {
        window.replaceSource { UnicodeSource(form, unread: $0, $1) }
      } else if let name = try declaredEncoding(&window) {
        try decode(&window, declaredAs: name.text, at: window.origin + name.offset)
      }
    }
    hasBegun = true
  }

  // MARK: The declaration

  private func declaredEncoding(
    _ window: inout Window
  ) throws(DecantError) -> (text: String, offset: Int)? {
    let opening = Array("<?xml".utf8)
    while true {
      let known = window.withBytes { bytes in
        [UInt8](bytes.extracting(window.position..<window.count))
      }
      guard known.starts(with: opening.prefix(known.count)) else { return nil }
      if known.count > opening.count {
        // A longer name is another instruction's.
        guard known[opening.count] <= 0x20 else { return nil }
        if let end = known.firstIndex(of: UInt8(ascii: ">")) {
          return Self.encoding(in: known[opening.count..<end])
        }
      }
      guard known.count < Self.longestDeclaration, try window.refill() else { return nil }
    }
  }

  private static func encoding(in attributes: ArraySlice<UInt8>) -> (text: String, offset: Int)? {
    var rest = attributes
    while true {
      rest = rest.drop { $0 <= 0x20 }
      let name = rest.prefix { isNameByte($0) }
      rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
      rest = rest.dropFirst().drop { $0 <= 0x20 }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else { return nil }
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { return nil }
      if name.elementsEqual("encoding".utf8) {
        let text = String(decoding: rest[..<end], as: UTF8.self)
        return (text, rest.startIndex)
      }
      rest = rest[(end + 1)...]
    }
  }

  private func decode(
    _ window: inout Window, declaredAs name: String, at offset: Int
  ) throws(DecantError) {
    switch name.lowercased() {
    case "utf-8", "utf8":
      break
    case "us-ascii", "ascii", "iso646-us", "ansi_x3.4-1968":
      window.replaceSource { SingleByteSource(.ascii, unread: $0, $1) }
    case "iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "latin-1", "l1":
      window.replaceSource { SingleByteSource(.latin1, unread: $0, $1) }
      window.isRespelled = true
    case "utf-16", "utf16", "utf-16le", "utf-16be", "utf-32", "utf32", "utf-32le", "utf-32be",
      "iso-10646-ucs-2", "iso-10646-ucs-4", "ucs-2", "ucs-4":
      throw DecantError(.xml(.contradictedEncoding(name)), offset: offset)
    default:
      throw DecantError(.xml(.unsupportedEncoding(name)), offset: offset)
    }
  }
}
