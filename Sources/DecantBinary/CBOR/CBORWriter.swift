internal import DecantCore

/// A writer of CBOR, with the shortest head of each value.
///
/// It holds a document until its end, because a collection begins with its count; in the form `streaming`, a mark ends each
/// collection, and memory is constant.
struct CBORWriter: EventWriter, ~Copyable {
  var nodes: BackpatchedNodes
  private let form: CBORForm
  /// Whether a tag has been written whose node is to come.
  private var hasTag = false
  /// The word at the end of that tag.
  private var word: String?

  init(_ form: CBORForm) {
    self.form = form
    nodes = BackpatchedNodes(sortsKeys: form == .deterministic)
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try batch.forEachEvent { (event, bytes) throws(DecantError) in
      try write(event, bytes, to: sink)
    }
    if form == .streaming {
      var cursor = sink.cursor()
      try nodes.write(&cursor, head: CBORWriter.longHead)
    }
  }

  /// Ends with a head whose value is missing.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write([CBORHead.invalid])
  }

  static func failure(_ kind: DecantError.ValueClass) -> DecantError {
    DecantError(.notRepresentable(kind, target: "cbor"))
  }

  // MARK: Nodes

  private mutating func write(
    _ event: Event, _ bytes: RawSpan, to sink: ByteSink
  ) throws(DecantError) {
    switch event.kind {
    case .beginDocument:
      return
    case .endDocument:
      guard nodes.isBalanced else {
        throw DecantError(.malformedEvents("a document that ends before its root does"))
      }
      var cursor = sink.cursor()
      try nodes.write(&cursor, head: Self.longHead)
      return cursor.completeDocument()
    case .endSequence, .endMapping:
      guard form == .streaming else {
        return try nodes.end(Self.shortHead, long: Self.longHead)
      }
      _ = try nodes.endCollection()
      return nodes.bytes.append(CBORHead.breakByte)
    case .tag:
      nodes.beginNode()
      hasTag = true
      word = try tag(bytes.extracting(event.textRange))
      return
    default:
      break
    }

    if hasTag {
      hasTag = false
      if word != nil { return try simple(event, bytes) }
    } else {
      nodes.beginNode()
    }
    switch event.kind {
    case .string:
      guard !event.flags.contains(.isEscaped) else { throw Self.failure(.loneSurrogate) }
      string(CBORHead.Major.text, bytes, event.textRange)
    case .integer: try integer(bytes, event.textRange)
    case .real: try real(event, bytes)
    case .beginMapping:
      nodes.begin(isMapping: true, form == .streaming ? 0xBF : 0xA0)
    case .beginSequence:
      nodes.begin(isMapping: false, form == .streaming ? 0x9F : 0x80)
    case .false: nodes.bytes.append(0xF4)
    case .true: nodes.bytes.append(0xF5)
    case .null: nodes.bytes.append(0xF6)
    case .data: string(CBORHead.Major.data, bytes, event.textRange)
    case .date: try date(bytes.extracting(event.textRange))
    case .uid: throw Self.failure(.uid)
    case .localTime: throw Self.failure(.localTime)
    case .anchor, .alias: throw Self.failure(.anchor)
    case .beginDocument, .endDocument, .endSequence, .endMapping, .tag, .comment, .notation,
      .blankLine, .trailingComment:
      throw DecantError(.malformedEvents("CBOR has no \(event.kind)"))
    }
  }

  private mutating func tag(_ text: RawSpan) throws(DecantError) -> String? {
    guard let chain = CBORTag.tagText.parse(text) else { throw Self.failure(.tag) }
    for number in chain.numbers { head(CBORHead.Major.tag, UInt64(number)) }
    return chain.word
  }

  /// Writes a node with the tag `undefined` or `simple`.
  private mutating func simple(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    let isUndefined = word == CBORTag.undefined
    word = nil
    if isUndefined, event.kind == .null {
      return nodes.bytes.append(CBORTag.undefinedByte)
    }
    guard !isUndefined, event.kind == .integer,
      let number = UInt8(String(utf8: bytes.extracting(event.textRange))),
      number < 20 || number >= 32
    else {
      throw DecantError(
        .binary(
          isUndefined
            ? .misplacedTag(CBORTag.prefix + CBORTag.undefined, expected: "a null")
            : .misplacedTag(
              CBORTag.prefix + CBORTag.simple, expected: "an integer from 0 to 19 or 32 to 255")))
    }
    head(CBORHead.Major.simple, UInt64(number))
  }

  // MARK: Heads

  static func shortHead(_ count: UInt64, _ isMapping: Bool) -> UInt8? {
    count < 24 ? (isMapping ? 0xA0 : 0x80) | UInt8(truncatingIfNeeded: count) : nil
  }

  static func longHead(_ count: UInt64, _ isMapping: Bool, _ output: inout Buffer<UInt8>) {
    head(isMapping ? CBORHead.Major.mapping : CBORHead.Major.sequence, count, &output)
  }

  @inline(__always)
  mutating func head(_ major: UInt8, _ value: UInt64) { Self.head(major, value, &nodes.bytes) }

  @inline(__always)
  static func head(_ major: UInt8, _ value: UInt64, _ output: inout Buffer<UInt8>) {
    let type = major &<< 5
    if value < 24 {
      output.append(type | UInt8(truncatingIfNeeded: value))
    } else if value <= 0xFF {
      output.append(type | 24, bigEndian: value, width: 1)
    } else if value <= 0xFFFF {
      output.append(type | 25, bigEndian: value, width: 2)
    } else if value <= 0xFFFF_FFFF {
      output.append(type | 26, bigEndian: value, width: 4)
    } else {
      output.append(type | 27, bigEndian: value, width: 8)
    }
  }

  @inline(__always)
  mutating func string(_ major: UInt8, _ bytes: RawSpan, _ range: Range<Int>) {
    head(major, UInt64(truncatingIfNeeded: range.count))
    nodes.bytes.append(contentsOf: bytes.extracting(range))
  }
}
