internal import DecantCore

/// A writer of canonical JSON (RFC 8785) for documents in tagged form.
///
/// Open nodes are on a stack, so nesting does not recurse. A second stack holds the sorted keys of the open mappings:
///
///     frames │ mapping, keys 0..<3 │ sequence │ mapping, keys 3..<5 │
///     keys   │ "a" │ "b" │ "c" │ "x" │ "y" │
///
/// The elements of a `$map`, which are unordered pairs, are sorted once they are written.
struct CanonicalForm: ~Copyable {
  enum Frame {
    case mapping(start: Int, next: Int)
    case sequence(next: Int, end: Int, isFirst: Bool)
    /// The elements of a `$map`; `places[start...]` are the offsets of those written to `text`.
    case map(next: Int, end: Int, start: Int)
    case last(Int, isLiteral: Bool)
    case closing
  }

  private let document: Tape
  private let references: SharedReferences
  /// The key that is left out with its value; -1 for none.
  private let omittedKey: Int
  private var defined = Set<String>()
  private var frames = Buffer<Frame>(capacity: 64)
  private var keys = Buffer<CanonicalKey>(capacity: 256)
  private var places: [Int] = []
  private var text = Buffer<UInt8>(capacity: usualText + 4096)
  /// The number of open `$map`s, whose text stays buffered until it is sorted.
  private var openMaps = 0

  private static let usualText = 1 << 14

  init(_ document: Tape, withoutKey omittedKey: Int = -1) {
    self.document = document
    self.omittedKey = omittedKey
    references = SharedReferences(in: document)
  }

  /// Creates a writer of a document in which instances get their marks.
  init(withMarks document: Tape) throws(DecantError) {
    let hasInstances = document.hasInstances
    self.document =
      hasInstances ? try InstanceWriting.write(document, hasAliases: false) : document
    omittedKey = -1
    references = SharedReferences(in: self.document, hasMarks: hasInstances)
  }

  private init(plainly document: Tape) {
    self.document = document
    omittedKey = -1
    references = SharedReferences()
  }

  /// Returns the form of a node, in which references to shared values stay as they are.
  static func text(of node: Int, in document: Tape) -> [UInt8] {
    var form = CanonicalForm(plainly: document)
    document.withSpans { nodes, bytes in
      form.write(node, isLiteral: false, nodes, bytes)
      while form.advance(nodes, bytes) {}
    }
    return form.text.withBytes { [UInt8]($0) }
  }

  /// Calls `put` with the form of the node at `root`, in pieces.
  mutating func write(
    _ root: Int = 0, to put: (RawSpan) throws(DecantError) -> Void
  ) throws(DecantError) {
    guard !document.isEmpty else { return }
    let document = document
    try document.withSpans { (nodes, bytes) throws(DecantError) in
      write(root, isLiteral: false, nodes, bytes)
      while advance(nodes, bytes) {
        guard openMaps == 0, text.count >= Self.usualText else { continue }
        try text.withBytes(put)
        text.removeAll()
      }
    }
    try text.withBytes(put)
  }

  private mutating func advance(_ nodes: Span<Tape.Entry>, _ bytes: RawSpan) -> Bool {
    guard !frames.isEmpty else { return false }
    let top = frames.count - 1
    switch frames[top] {
    case .mapping(let start, let next):
      guard next < keys.count else {
        put("}")
        frames.removeLast()
        keys.truncate(to: start)
        break
      }
      frames[top] = .mapping(start: start, next: next + 1)
      if next > start { put(",") }
      let key = keys[next].index
      put(string: nodes[key], bytes)
      put(":")
      write(key + 1, isLiteral: false, nodes, bytes)
    case .sequence(let next, let end, let isFirst):
      guard next < end else {
        put("]")
        frames.removeLast()
        break
      }
      frames[top] = .sequence(next: nodes.end(of: next), end: end, isFirst: false)
      if !isFirst { put(",") }
      write(next, isLiteral: false, nodes, bytes)
    case .map(let next, let end, let start):
      guard next < end else {
        endMap(from: start)
        frames.removeLast()
        break
      }
      frames[top] = .map(next: nodes.end(of: next), end: end, start: start)
      if places.count > start { put(",") }
      places.append(text.count)
      write(next, isLiteral: false, nodes, bytes)
    case .last(let node, let isLiteral):
      frames[top] = .closing
      write(node, isLiteral: isLiteral, nodes, bytes)
    case .closing:
      put("}")
      frames.removeLast()
    }
    return !frames.isEmpty
  }

  private mutating func write(
    _ node: Int, isLiteral: Bool, _ nodes: Span<Tape.Entry>, _ bytes: RawSpan
  ) {
    let entry = nodes[node]
    switch entry.kind {
    case .beginMapping:
      if let reference = references[node] {
        write(reference, nodes, bytes)
      } else if !isLiteral, nodes.hasOneKey(node) {
        write(onlyPairOf: node, nodes, bytes)
      } else {
        emitPairs(of: node, nodes, bytes)
      }
    case .beginSequence:
      put("[")
      frames.append(.sequence(next: node + 1, end: nodes.partner(of: node), isFirst: true))
    case .string: put(string: entry, bytes)
    case .integer, .real: CanonicalNumber.append(in: bytes, entry.textRange, to: &text)
    case .true: text.append(utf8: "true")
    case .false: text.append(utf8: "false")
    default: text.append(utf8: "null")
    }
  }

  private mutating func emitPairs(
    of mapping: Int, _ nodes: Span<Tape.Entry>, _ bytes: RawSpan
  ) {
    let start = keys.count
    let end = nodes.partner(of: mapping)
    var isSorted = true
    var index = mapping + 1
    while index < end {
      let key = CanonicalKey(index, nodes[index].textRange, in: bytes)
      if index != omittedKey {
        if isSorted, keys.count > start {
          isSorted = !key.precedes(keys[keys.count - 1], nodes, bytes)
        }
        keys.append(key)
      }
      index = nodes.end(of: index + 1)
    }
    if !isSorted { keys.sort(from: start) { $0.precedes($1, nodes, bytes) } }
    put("{")
    frames.append(.mapping(start: start, next: start))
  }

  private mutating func write(
    onlyPairOf mapping: Int, _ nodes: Span<Tape.Entry>, _ bytes: RawSpan
  ) {
    let key = mapping + 1, value = mapping + 2
    put("{")
    put(string: nodes[key], bytes)
    put(":")
    switch nodes.mayBeForm(key, bytes) ? TaggedForm(rawValue: document.string(at: key)) : nil {
    case .literal:
      frames.append(.last(value, isLiteral: true))
    case .date:
      put("\"")
      text.append(utf8: CanonicalForm.normal(date: document.string(at: value)))
      text.append(utf8: "\"}")
    case .localDateTime, .localTime:
      put("\"")
      let time = document.string(at: value)
      text.append(utf8: LocalTime(time)?.normalText ?? time)
      text.append(utf8: "\"}")
    case .map:
      put("[")
      frames.append(.closing)
      openMaps += 1
      frames.append(.map(next: value + 1, end: nodes.partner(of: value), start: places.count))
    default:
      frames.append(.last(value, isLiteral: false))
    }
  }

  private mutating func write(
    _ reference: SharedReferences.Reference, _ nodes: Span<Tape.Entry>, _ bytes: RawSpan
  ) {
    let isFirst = defined.insert(reference.id).inserted
    guard !reference.isMark else {
      if isFirst { return emitPairs(of: reference.value, nodes, bytes) }
      return text.append(utf8: "{\"\(SharedKey.reference)\":\(reference.id)}")
    }
    guard isFirst else {
      text.append(
        utf8: "{\"\(SharedKey.again)\":true,\"\(SharedKey.number)\":\(reference.id)}")
      return
    }
    text.append(utf8: "{\"\(SharedKey.number)\":\(reference.id),\"\(SharedKey.value)\":")
    frames.append(.last(reference.value, isLiteral: false))
  }

  private mutating func endMap(from start: Int) {
    let starts = places[start...]
    if starts.count > 1 {
      let ends = starts.dropFirst().map { $0 - 1 } + [text.count]
      let elements = text.withBytes { text in
        zip(starts, ends).map { [UInt8](text.extracting($0..<$1)) }
      }
      text.truncate(to: starts[start])
      for (index, element) in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated()
      {
        if index > 0 { put(",") }
        element.withBytes { text.append(contentsOf: $0) }
      }
    }
    places.removeSubrange(start...)
    openMaps -= 1
    put("]")
  }

  private static func normal(date: String) -> String {
    guard let date = Timestamp(date) else { return date }
    return Timestamp(
      secondsSinceEpoch: date.secondsSinceEpoch, fraction: String(date.fractionDigits)
    ).text
  }

  private mutating func put(string entry: Tape.Entry, _ bytes: RawSpan) {
    text.append(string: entry.textRange, entry.flags, bytes)
  }

  private mutating func put(_ sign: Unicode.Scalar) {
    text.append(UInt8(truncatingIfNeeded: sign.value))
  }
}

extension Span<Tape.Entry> {
  /// Precondition: the keys of the mapping at `index` are strings.
  @inline(__always)
  func hasOneKey(_ index: Int) -> Bool {
    partner(of: index) > index + 2 && end(of: index + 2) == partner(of: index)
  }

  /// Whether the key of the only pair of a mapping could make it a tagged form: a fast test with false positives.
  func mayBeForm(_ key: Int, _ text: RawSpan) -> Bool {
    text.mayBeForm(self[key].textRange)
  }
}

extension RawSpan {
  /// Whether the key in `range`, of the only pair of a mapping, could make it a tagged form.
  func mayBeForm(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let first = byte(at: range.lowerBound)
    return first == UInt8(ascii: "$") || first == UInt8(ascii: "C")
  }
}

extension Buffer<UInt8> {
  /// Appends a string in quotes.
  mutating func append(string range: Range<Int>, _ flags: Event.Flags, _ bytes: RawSpan) {
    append(UInt8(ascii: "\""))
    var done = range.lowerBound
    if !flags.contains(.needsNoJSONEscape) {
      for offset in range where bytes.byte(at: offset).mustBeEscaped {
        append(contentsOf: bytes.extracting(done..<offset))
        JSONEscape.write(bytes.byte(at: offset)) { append($0) }
        done = offset + 1
      }
    }
    append(contentsOf: bytes.extracting(done..<range.upperBound))
    append(UInt8(ascii: "\""))
  }
}

extension UInt8 {
  fileprivate var mustBeEscaped: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
