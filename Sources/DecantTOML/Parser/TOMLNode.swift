internal import DecantCore

/// A key with its value, or an element of an array; its offsets count from the beginning of the bytes that were parsed.
///
///     server.ports = [80, 443]         entry  │ first byte of `server`
///     └─────┘└────┘  └───────┘         key    │ `ports`, between its quotes if it has quotes
///                                      value  │ `[80, 443]`, brackets and quotes included
///
/// A node without a key of its own is the root, or an element. The value of a table in lines is its first header,
/// brackets included, or the key that defines it.
struct TOMLNode: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// A table with a header, one that other headers or dotted keys imply, or the root.
    case table
    /// The tables of `[[header]]`, as a sequence.
    case tables
    /// An array in brackets.
    case array
    /// A table in braces.
    case inlineTable
    case string, integer, real, `true`, `false`, date, localTime
  }

  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// The key's text is in `TOMLTree.decodedKeys`, because it has escapes.
    static let hasDecodedKey = Traits(rawValue: 1)
    /// The node has a key: its parent is a table.
    static let isKeyed = Traits(rawValue: 2)
    /// The key was in the table before.
    static let isDuplicate = Traits(rawValue: 4)
    /// A header defines the table.
    static let hasHeader = Traits(rawValue: 8)
    /// Dotted keys define the table.
    static let isDotted = Traits(rawValue: 16)
    /// The children of the table are in the index of keys.
    static let isIndexed = Traits(rawValue: 32)
    /// A scalar that is not written as events have it, such as `0xFF`, or a string with an escape.
    static let isRespelled = Traits(rawValue: 64)
    /// A string whose text has two quotes more on each side, and may begin with a line break that does not count.
    static let hasTripleQuotes = Traits(rawValue: 128)
  }

  var kind: Kind
  var traits: Traits = []
  /// What the reader knows about the text of a string, as flags of its event; the number of children of a table.
  var detail: UInt16 = 0
  var keyOffset: UInt32 = 0
  var keyLength: UInt32 = 0
  var start: UInt32
  var end: UInt32
  /// Where the line or pair begins that defines the node.
  var entry: UInt32
  /// The node that contains this one; -1 for the root.
  var parent: Int32 = -1
  /// The next node in the same parent, in order of definition; -1 for the last.
  var next: Int32 = -1
  var first: Int32 = -1
  var last: Int32 = -1

  init(_ kind: Kind, _ value: Range<Int>, entry: Int, key: TOMLKey? = nil) {
    self.kind = kind
    if let key {
      keyOffset = key.offset
      keyLength = key.length
      traits = key.isDecoded ? [.isKeyed, .hasDecodedKey] : .isKeyed
    }
    start = UInt32(truncatingIfNeeded: value.lowerBound)
    end = UInt32(truncatingIfNeeded: value.upperBound)
    self.entry = UInt32(truncatingIfNeeded: entry)
  }

  var value: Range<Int> { Int(start)..<Int(end) }

  var isCollection: Bool { kind.rawValue <= Kind.inlineTable.rawValue }

  var key: Range<Int> { Int(keyOffset)..<Int(keyOffset) &+ Int(keyLength) }

  /// Whether the node is a mapping in the document, rather than a sequence or a scalar.
  var isMapping: Bool { kind == .table || kind == .inlineTable }
}

/// A part of a dotted key.
struct TOMLKey: BitwiseCopyable {
  let offset: UInt32
  let length: UInt32
  /// Whether the text is in `TOMLTree.decodedKeys`, because it has escapes.
  let isDecoded: Bool
  /// The end of the part, with the closing quote.
  let end: Int

  init(_ text: Range<Int>, isDecoded: Bool = false, end: Int) {
    offset = UInt32(truncatingIfNeeded: text.lowerBound)
    length = UInt32(truncatingIfNeeded: text.count)
    self.isDecoded = isDecoded
    self.end = end
  }

  var text: Range<Int> { Int(offset)..<Int(offset) &+ Int(length) }
}

/// Where a part of a dotted key is, with its quotes.
struct TOMLKeyPart: BitwiseCopyable {
  private let start: UInt32
  private let end: UInt32

  init(_ range: Range<Int>) {
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
  }

  var range: Range<Int> { Int(start)..<Int(end) }
}

/// Where a key with escapes is in the bytes, with its quotes.
struct TOMLKeySource: BitwiseCopyable {
  /// The offset of its text in `TOMLTree.decodedKeys`.
  let text: UInt32
  let start: UInt32
  let end: UInt32

  init(text: Int, _ source: Range<Int>) {
    self.text = UInt32(truncatingIfNeeded: text)
    start = UInt32(truncatingIfNeeded: source.lowerBound)
    end = UInt32(truncatingIfNeeded: source.upperBound)
  }
}

/// A header, `[key]` or `[[key]]`, with the lines after it.
struct TOMLSection: BitwiseCopyable {
  /// The brackets and what is between them.
  let start: UInt32
  let end: UInt32
  /// The table to which the lines after the header belong; an element of `tables` for `[[key]]`.
  let table: Int32

  var header: Range<Int> { Int(start)..<Int(end) }
}

/// A line with a pair or header.
struct TOMLLine: BitwiseCopyable {
  /// The end of the line before.
  let lead: UInt32
  /// The first byte of the key or header.
  let start: UInt32

  init(lead: Int, start: Int) {
    self.lead = UInt32(truncatingIfNeeded: lead)
    self.start = UInt32(truncatingIfNeeded: start)
  }
}

/// A comment or blank line next to a node.
struct TOMLTrivia: BitwiseCopyable {
  enum Placement: UInt8, BitwiseCopyable {
    /// Before the node's key, header or value.
    case before
    /// After the bracket or header that begins the node, on its line.
    case afterBegin
    /// Before the bracket that ends the node; in the root, at the end of the document.
    case beforeEnd
    /// After the node, on its line.
    case after
    /// At the beginning of the document, before a blank line.
    case head
  }

  var placement: Placement
  let isBlankLine: Bool
  /// The text after `#`.
  let start: UInt32
  let end: UInt32
  /// The next one of the same node, or -1.
  var next: Int32 = -1
}
