internal import DecantCore

/// A notation for keys of several words.
public enum KeyStyle: String, Sendable, CaseIterable {
  /// `user_id`
  case snake
  /// `userId`
  case camel
  /// `UserId`
  case pascal
  /// `user-id`
  case kebab
}

extension KeyStyle {
  /// Returns a key rewritten in this style; idempotent.
  ///
  /// The key is split into words, which are joined again:
  ///
  /// - `_`, `-` and white space separate words, except at the ends of a key: `_id` and `__typename` stay.
  /// - A capital letter begins a word, unless it is in a run of capitals. The last one of a run does if a lowercase
  ///   letter follows: `userID` is `user ID`, `URLString` is `URL String`; but `userIDs` is `user IDs`.
  /// - Digits belong to the word before them: `utf8Text` is `utf8 Text`.
  /// - Any other character (`.`, `$`, `:`, an emoji) stays, and separates segments: `$ref`, `fooBar.bazQux`.
  ///
  /// Snake and kebab case are all lowercase. Camel and pascal case capitalize words; if the key had separators, the
  /// other letters become lowercase, otherwise only the first word changes: `URLString` is `urlString` and `parseURL`
  /// stays, but `PARSE_URL` is `parseUrl`. Case follows Unicode properties.
  public func rewriting(_ key: String) -> String {
    var rewriter = KeyRewriter(self)
    let bytes = Array(key.utf8).withBytes { rewriter.rewrite($0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A converter of keys to a style, which reuses its memory.
///
///     __fooBAR-baz.qux        key
///     ▏▏╰─╯╰─╯▏╰─╯▏╰─╯
///     edge    sep. glue       what is beside the words
package struct KeyRewriter {
  private enum Class {
    case upper, lower
    case letter
    case digit
    case mark
    case separator
    case glue
  }

  private let style: KeyStyle
  private var scalars: [Unicode.Scalar] = []
  private var classes: [Class] = []
  private var result: [UInt8] = []

  package init(_ style: KeyStyle) {
    self.style = style
  }

  package mutating func rewrite(_ key: RawSpan) -> [UInt8] {
    decode(key)
    result.removeAll(keepingCapacity: true)
    var start = 0
    while start < scalars.count {
      guard classes[start] != .glue else {
        append(scalars[start])
        start += 1
        continue
      }
      var end = start
      while end < scalars.count, classes[end] != .glue { end += 1 }
      rewriteSegment(start..<end)
      start = end
    }
    return result
  }

  // MARK: Parsing

  private mutating func decode(_ key: RawSpan) {
    scalars.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    var offset = 0
    while offset < key.byteCount {
      let byte = key.byte(at: offset)
      if byte < 0x80 {
        scalars.append(Unicode.Scalar(byte))
        classes.append(Self.asciiClass(byte))
        offset += 1
      } else {
        let (scalar, width) = UTF8Scanning.lastScalar(key, at: offset)
        var kind = Self.unicodeClass(scalar)
        if kind == .mark, [nil, .separator, .glue].contains(classes.last) { kind = .glue }
        scalars.append(scalar)
        classes.append(kind)
        offset += width
      }
    }
  }

  private static func asciiClass(_ byte: UInt8) -> Class {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " "), 0x09...0x0D: .separator
    default: .glue
    }
  }

  private static func unicodeClass(_ scalar: Unicode.Scalar) -> Class {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    default: break
    }
    if properties.isWhitespace { return .separator }
    if properties.changesWhenLowercased { return .upper }
    if properties.isLowercase { return .lower }
    if properties.isAlphabetic { return .letter }
    return properties.numericType == nil ? .glue : .digit
  }

  // MARK: Writing

  private mutating func rewriteSegment(_ segment: Range<Int>) {
    guard let first = segment.first(where: { classes[$0] != .separator }),
      let last = segment.last(where: { classes[$0] != .separator })
    else {
      for index in segment { append(scalars[index]) }
      return
    }
    for index in segment.lowerBound..<first { append(scalars[index]) }
    let words = first..<last + 1
    let hasSeparators = words.contains { classes[$0] == .separator }
    var start = first
    while start < words.upperBound {
      let end = endOfWord(from: start, limit: words.upperBound)
      appendWord(start..<end, isFirst: start == first, isSpelledOut: hasSeparators)
      start = end
      while start < words.upperBound, classes[start] == .separator { start += 1 }
    }
    for index in words.upperBound..<segment.upperBound { append(scalars[index]) }
  }

  private func endOfWord(from start: Int, limit: Int) -> Int {
    var index = start + 1
    var previous = classes[start]
    while index < limit {
      switch classes[index] {
      case .separator:
        return index
      case .mark:
        break
      case .upper:
        if previous != .upper { return index }
        if next(after: index, limit: limit) == .lower, !isPlural(after: index, limit: limit) {
          return index
        }
        previous = .upper
      case let other:
        previous = other
      }
      index += 1
    }
    return limit
  }

  private func next(after index: Int, limit: Int) -> Class? {
    var index = index + 1
    while index < limit, classes[index] == .mark { index += 1 }
    return index < limit ? classes[index] : nil
  }

  /// Whether the run of capitals that ends at `index` is followed by a plural `s`.
  private func isPlural(after index: Int, limit: Int) -> Bool {
    guard index + 1 < limit, scalars[index + 1] == "s" else { return false }
    guard index + 2 < limit else { return true }
    return classes[index + 2] == .upper || classes[index + 2] == .separator
  }

  private mutating func appendWord(_ word: Range<Int>, isFirst: Bool, isSpelledOut: Bool) {
    switch style {
    case .snake, .kebab:
      if !isFirst { result.append(UInt8(ascii: style == .snake ? "_" : "-")) }
      for index in word { appendLowercase(index) }
    case .camel, .pascal:
      let isCapitalized = style == .pascal || !isFirst
      for index in word {
        if index == word.lowerBound, isCapitalized {
          appendTitlecase(index)
        } else if isSpelledOut || (isFirst && style == .camel) {
          appendLowercase(index)
        } else {
          append(scalars[index])
        }
      }
    }
  }

  private mutating func appendLowercase(_ index: Int) {
    guard classes[index] == .upper else { return append(scalars[index]) }
    let scalar = scalars[index]
    if scalar.isASCII {
      result.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
    } else {
      result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
    }
  }

  private mutating func appendTitlecase(_ index: Int) {
    guard classes[index] == .lower else { return append(scalars[index]) }
    let scalar = scalars[index]
    if scalar.isASCII {
      result.append(UInt8(truncatingIfNeeded: scalar.value) & 0xDF)
    } else {
      result.append(contentsOf: scalar.properties.titlecaseMapping.utf8)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      result.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
