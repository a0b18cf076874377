internal import DecantCore
internal import DecantEditing

/// The keys from a table to one inside it, and their text with dots between them.
struct TOMLKeyPath: ~Copyable {
  struct Length: BitwiseCopyable {
    let count: Int
    let keyCount: Int
  }

  private(set) var text = Buffer<UInt8>()
  /// The entries of the keys on the tape.
  private(set) var keys = Buffer<Int>()

  init() {}
  var count: Int { text.count }
  var length: Length { Length(count: text.count, keyCount: keys.count) }

  mutating func append(key: Int, of document: borrowing Tape, ascii: Bool) {
    if !keys.isEmpty { text.append(UInt8(ascii: ".")) }
    document.append(key: key, ascii: ascii, to: &text)
    keys.append(key)
  }

  mutating func truncate(to length: Length) {
    text.truncate(to: length.count)
    keys.truncate(to: length.keyCount)
  }

  mutating func removeAll() {
    text.removeAll()
    keys.removeAll()
  }
}

extension Tape {
  /// Appends a key as it is in the input, without quotes, or in double ones.
  func append(key: Int, ascii: Bool, to output: inout Buffer<UInt8>) {
    text.withBytes { text in
      if let source = source(of: key, text, ascii: ascii) {
        return output.append(contentsOf: text.extracting(source))
      }
      let range = textRange(at: key)
      var p = range.lowerBound
      while p < range.upperBound, TOMLParser.isBare(text.byte(at: p)) { p &+= 1 }
      if p == range.upperBound, !range.isEmpty {
        output.append(contentsOf: text.extracting(range))
      } else {
        TOMLString.append(text, range, ascii: ascii, to: &output)
      }
    }
  }

  /// The source of a scalar in the input, if that was TOML; nil if a stage has changed the value since.
  @inline(__always)
  func source(of index: Int, _ text: RawSpan, ascii: Bool) -> Range<Int>? {
    guard index > 0, self[index - 1].kind == .notation else { return nil }
    return checkedSource(of: index, text, ascii: ascii)
  }

  @inline(never)
  private func checkedSource(of index: Int, _ text: RawSpan, ascii: Bool) -> Range<Int>? {
    let notation = textRange(at: index - 1)
    guard Notation.kind(text, notation) == .scalar else { return nil }
    var rest = Notation.parts(notation)
    guard
      let source = Notation.nextSource(
        text, &rest, of: self[index].kind, text.extracting(textRange(at: index))),
      !source.isEmpty
    else { return nil }
    return ascii && source.contains { text.byte(at: $0) >= 0x80 } ? nil : source
  }

  // MARK: Layouts

  /// Returns the layout of a collection.
  func layout(of value: Int, usesStyles: Bool) -> TOMLLayout {
    let style = usesStyles ? self[value].style : .any
    guard style != .flow else { return .line }
    guard self[value].kind == .beginMapping else {
      return consistsOfTables(value, usesStyles: usesStyles) ? .sections : .line
    }
    return style == .dotted && partner(of: value) > value + 1 ? .dotted : .section
  }

  private func consistsOfTables(_ sequence: Int, usesStyles: Bool) -> Bool {
    let end = partner(of: sequence)
    var next = sequence + 1
    while let element = pair(at: next, before: end, isKeyed: false) {
      guard self[element.value].kind == .beginMapping,
        !usesStyles || self[element.value].style != .flow
      else { return false }
      next = element.next
    }
    return next > sequence + 1
  }
}

enum TOMLLayout {
  /// A pair on a line, though its value may have several.
  case line
  /// A table in keys with dots.
  case dotted
  /// A table with a header.
  case section
  /// A sequence of tables with headers.
  case sections
}
