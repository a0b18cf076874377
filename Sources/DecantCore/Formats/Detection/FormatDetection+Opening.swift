extension FormatDetection {
  /// A tokenizer for the beginning of a sample in any notation with brackets and comments.
  package struct Opening {
    package enum Token: Equatable {
      case quoted
      case word(Range<Int>)
      case sign(UInt8)
      case end
      /// The end of the sample, in or before a token.
      case cut
    }

    private let sample: Sample
    package private(set) var position = 0

    package private(set) var hasComments = false

    package init(_ sample: Sample) {
      self.sample = sample
    }

    package var rest: ArraySlice<UInt8> { sample.bytes[position...] }

    package mutating func next() -> Token {
      skipSpace()
      guard let first = rest.first else { return ending }
      switch first {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        return quoted(by: first)
      case _ where Self.signs.contains(first):
        position += 1
        return .sign(first)
      default:
        let start = position
        position = rest.firstIndex { $0 <= 0x20 || Self.endsWord($0) } ?? sample.bytes.count
        return position == sample.bytes.count && !sample.isWhole ? .cut : .word(start..<position)
      }
    }

    package mutating func goBack(to position: Int) {
      self.position = position
    }

    package mutating func peek() -> UInt8? {
      skipSpace()
      return rest.first
    }

    private static let signs = Array("{}()[]<>,;=".utf8)

    private static func endsWord(_ byte: UInt8) -> Bool {
      signs.contains(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    private var ending: Token { sample.isWhole ? .end : .cut }

    private mutating func quoted(by quote: UInt8) -> Token {
      position += 1
      while let byte = rest.first {
        position += byte == UInt8(ascii: "\\") ? min(2, rest.count) : 1
        if byte == quote { return .quoted }
      }
      return ending
    }

    private mutating func skipSpace() {
      while let first = rest.first {
        if 0x09...0x0D ~= first || first == 0x20 {
          position += 1
        } else if rest.starts(with: "//".utf8) {
          hasComments = true
          position = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? sample.bytes.count
        } else if rest.starts(with: "/*".utf8) {
          hasComments = true
          position = endOfComment
        } else {
          // A final slash may begin a comment.
          if !sample.isWhole, rest.count == 1, first == UInt8(ascii: "/") { position += 1 }
          return
        }
      }
    }

    /// Returns whether the sample ends before the token after a key or, if the key is bare, in its value.
    private static func isCutBeforeValue(_ key: Token, _ opening: inout Opening) -> Bool {
      switch key {
      case .cut: return true
      case .sign, .end: return false
      case .quoted, .word: break
      }
      guard case .word(let start) = key, opening.sample.firstByte == UInt8(ascii: "{") else {
        return opening.peek() == nil
      }
      let word = opening.sample.bytes[start]
      if let colon = word.firstIndex(of: UInt8(ascii: ":")) {
        guard colon == word.indices.last else { return false }
      } else {
        guard opening.peek() == UInt8(ascii: ":") else { return opening.peek() == nil }
        guard case .word(let sign) = opening.next(), sign.count == 1 else {
          return opening.peek() == nil
        }
      }
      return opening.next() == .cut
    }

    /// Returns whether the sample ends before the token after a word or, if that is `=`, after the value.
    private static func isCutInPair(_ opening: inout Opening) -> Bool {
      guard opening.peek() == UInt8(ascii: "=") else { return opening.peek() == nil }
      _ = opening.next()
      switch opening.next() {
      case .cut: return true
      case .quoted, .word: return opening.peek() == nil
      case .sign, .end: return false
      }
    }

    private var endOfComment: Int {
      var previous: UInt8 = 0
      for index in rest.indices.dropFirst(2) {
        if previous == UInt8(ascii: "*"), rest[index] == UInt8(ascii: "/") { return index + 1 }
        previous = rest[index]
      }
      return sample.bytes.count
    }

    /// Returns whether more input may show another one of the formats with the same opening.
    static func isAmbiguous(_ sample: Sample) -> Bool {
      guard !sample.isWhole else { return false }
      var opening = Opening(sample)
      let token = opening.next()
      switch token {
      case .cut:
        return true
      case .quoted:
        return opening.peek() == nil
      case .word:
        return isCutInPair(&opening)
      case .sign(UInt8(ascii: "{")):
        return isCutBeforeValue(opening.next(), &opening)
      case .sign(UInt8(ascii: "<")):
        let rest = opening.rest.drop { HexDigit.value($0) != nil || $0 <= 0x20 }
        return rest.isEmpty
          || rest.first == UInt8(ascii: ">") && rest.dropFirst().allSatisfy { $0 <= 0x20 }
      case .sign(UInt8(ascii: "(")):
        return isCutInSequence(&opening)
      case .sign, .end:
        return false
      }
    }

    private static func isCutInSequence(_ opening: inout Opening) -> Bool {
      var count = 0
      while count < 2 {
        switch opening.next() {
        case .cut: return true
        case .sign(UInt8(ascii: "(")) where count == 0: continue
        case .quoted, .word: count += 1
        case .sign(UInt8(ascii: ")")): return opening.rest.isEmpty
        case .sign, .end: return false
        }
      }
      return false
    }
  }
}

extension FormatDetection.Opening {
  /// Returns whether the sample ends before the first line after comments with `#`, or before the line after a name in
  /// brackets, which may begin a section: what comes next distinguishes formats with such lines.
  static func isCutInLines(_ sample: FormatDetection.Sample) -> Bool {
    guard !sample.isWhole else { return false }
    var rest = sample.bytes[...]
    var isAfterComment = false
    var isAfterName = false
    while true {
      let line = rest.prefix { $0 != 0x0A }
      let content = line.drop { $0 <= 0x20 }
      let isComplete = line.endIndex < rest.endIndex
      if let first = content.first, first != UInt8(ascii: "#") {
        guard isComplete else { return isAfterComment || isAfterName }
        guard !isAfterName, beginsWithName(content) else { return false }
        isAfterName = true
      } else if !content.isEmpty {
        isAfterComment = true
      }
      guard isComplete else { return isAfterComment || isAfterName }
      rest = rest[(line.endIndex + 1)...]
    }
  }

  private static func beginsWithName(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "[") else { return false }
    let name = line.first { $0 != UInt8(ascii: "[") && $0 != 0x20 }
    return name.map { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") } ?? false
  }
}
