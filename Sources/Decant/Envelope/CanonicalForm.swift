/// A writer of canonical JSON (RFC 8785) for documents in tagged form.
///
/// Open nodes are on a stack, so nesting does not recurse. A second stack holds the sorted pairs of the open mappings:
///
///     frames │ mapping, pairs 0..<3 │ sequence │ mapping, pairs 3..<5 │
///     pairs  │ "a": … │ "b": … │ "c": … │ "x": … │ "y": … │
///
/// The elements of a `$map`, which are unordered pairs, are sorted once they are written.
struct CanonicalForm {
  private enum Frame {
    case mapping(start: Int, next: Int)
    case sequence(next: Int, end: Int, isFirst: Bool)
    /// The elements of a `$map`; `places[start...]` are the offsets of those written to `text`.
    case map(next: Int, end: Int, start: Int)
    case last(Int, isLiteral: Bool)
    case closing
  }

  private struct Pair {
    let key: Int
    let value: Int
  }

  private let document: Tape
  private let references: SharedReferences
  private var defined = Set<String>()
  private var frames: [Frame] = []
  private var pairs: [Pair] = []
  private var places: [Int] = []
  private var text: [UInt8] = []
  /// The number of open `$map`s, whose text stays buffered until it is sorted.
  private var openMaps = 0

  private static let usualText = 1 << 16

  init(_ document: Tape) {
    self.document = document
    references = SharedReferences(in: document)
  }

  private init(plainly document: Tape) {
    self.document = document
    references = SharedReferences()
  }

  static func text(of node: Int, in document: Tape) -> [UInt8] {
    var form = CanonicalForm(plainly: document)
    form.write(node, isLiteral: false)
    while form.advance() {}
    return form.text
  }

  mutating func write(to sink: ByteSink) throws(DecantError) {
    guard !document.isEmpty else { return }
    write(0, isLiteral: false)
    var isMore = true
    while isMore {
      isMore = advance()
      guard !isMore || (openMaps == 0 && text.count >= Self.usualText) else { continue }
      try text.withBytes { (bytes) throws(DecantError) in try sink.write(bytes) }
      text.removeAll(keepingCapacity: true)
    }
  }

  private mutating func advance() -> Bool {
    guard let top = frames.indices.last else { return false }
    switch frames[top] {
    case .mapping(let start, let next):
      guard next < pairs.count else {
        put("}")
        frames.removeLast()
        pairs.removeSubrange(start...)
        break
      }
      frames[top] = .mapping(start: start, next: next + 1)
      if next > start { put(",") }
      let pair = pairs[next]
      put(string: pair.key)
      put(":")
      write(pair.value, isLiteral: false)
    case .sequence(let next, let end, let isFirst):
      guard next < end else {
        put("]")
        frames.removeLast()
        break
      }
      frames[top] = .sequence(next: document.end(of: next), end: end, isFirst: false)
      if !isFirst { put(",") }
      write(next, isLiteral: false)
    case .map(let next, let end, let start):
      guard next < end else {
        endMap(from: start)
        frames.removeLast()
        break
      }
      frames[top] = .map(next: document.end(of: next), end: end, start: start)
      if places.count > start { put(",") }
      places.append(text.count)
      write(next, isLiteral: false)
    case .last(let node, let isLiteral):
      frames[top] = .closing
      write(node, isLiteral: isLiteral)
    case .closing:
      put("}")
      frames.removeLast()
    }
    return !frames.isEmpty
  }

  private mutating func write(_ node: Int, isLiteral: Bool) {
    let event = document[node]
    switch event.kind {
    case .beginMapping:
      if let reference = references[node] {
        write(reference)
      } else if !isLiteral, document.hasOneKey(node) {
        write(onlyPairOf: node)
      } else {
        emitPairs(of: node)
      }
    case .beginSequence:
      put("[")
      frames.append(.sequence(next: node + 1, end: document.partner(of: node), isFirst: true))
    case .string: put(string: node)
    case .integer, .real:
      document.text.withBytes {
        CanonicalNumber.append($0.extracting(document.textRange(at: node)), to: &text)
      }
    case .true: put("true")
    case .false: put("false")
    default: put("null")
    }
  }

  private mutating func emitPairs(of mapping: Int) {
    let start = pairs.count
    let end = document.partner(of: mapping)
    var key = mapping + 1
    while key < end {
      let value = document.end(of: key)
      pairs.append(Pair(key: key, value: value))
      key = document.end(of: value)
    }
    document.text.withBytes { text in
      pairs[start...].sort { first, second in
        UTF16Order.precedes(
          text.extracting(document.textRange(at: first.key)),
          text.extracting(document.textRange(at: second.key)))
      }
    }
    put("{")
    frames.append(.mapping(start: start, next: start))
  }

  private mutating func write(onlyPairOf mapping: Int) {
    let key = mapping + 1, value = mapping + 2
    put("{")
    put(string: key)
    put(":")
    switch TaggedForm(rawValue: document.string(at: key)) {
    case .literal:
      frames.append(.last(value, isLiteral: true))
    case .date:
      put("\"")
      text += CanonicalForm.normal(date: document.string(at: value)).utf8
      put("\"}")
    case .localDateTime, .localTime:
      put("\"")
      let time = document.string(at: value)
      text += (LocalTime(time)?.normalText ?? time).utf8
      put("\"}")
    case .map:
      put("[")
      frames.append(.closing)
      openMaps += 1
      frames.append(
        .map(next: value + 1, end: document.partner(of: value), start: places.count))
    default:
      frames.append(.last(value, isLiteral: false))
    }
  }

  private mutating func write(_ reference: SharedReferences.Reference) {
    guard defined.insert(reference.id).inserted else {
      text +=
        "{\"\(SharedKey.again)\":true,\"\(SharedKey.number)\":\(reference.id)}".utf8
      return
    }
    text += "{\"\(SharedKey.number)\":\(reference.id),\"\(SharedKey.value)\":".utf8
    frames.append(.last(reference.value, isLiteral: false))
  }

  private mutating func endMap(from start: Int) {
    let starts = places[start...]
    if starts.count > 1 {
      let ends = starts.dropFirst().map { $0 - 1 } + [text.count]
      let elements = zip(starts, ends).map { Array(text[$0..<$1]) }
      text.removeSubrange(starts[start]...)
      for (index, element) in elements.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated()
      {
        if index > 0 { put(",") }
        text += element
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

  private mutating func put(_ word: StaticString) {
    text += word.description.utf8
  }

  private mutating func put(string node: Int) {
    text.append(UInt8(ascii: "\""))
    document.text.withBytes { bytes in
      let range = document.textRange(at: node)
      var done = range.lowerBound
      for place in range where bytes.byte(at: place).mustBeEscaped {
        text.append(copying: bytes.extracting(done..<place))
        JSONEscape.write(bytes.byte(at: place)) { text.append($0) }
        done = place + 1
      }
      text.append(copying: bytes.extracting(done..<range.upperBound))
    }
    text.append(UInt8(ascii: "\""))
  }
}

extension Tape {
  /// Precondition: the keys of the mapping at `index` are strings.
  func hasOneKey(_ index: Int) -> Bool {
    partner(of: index) > index + 2 && end(of: index + 2) == partner(of: index)
  }
}

extension UInt8 {
  fileprivate var mustBeEscaped: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

/// The order of UTF-16 code units, computed on UTF-8 bytes.
enum UTF16Order {
  static func precedes(_ first: RawSpan, _ second: RawSpan) -> Bool {
    let common = min(first.byteCount, second.byteCount)
    for index in 0..<common {
      let byte = first.byte(at: index), other = second.byte(at: index)
      if byte != other { return weight(byte) < weight(other) }
    }
    return first.byteCount < second.byteCount
  }

  /// Surrogate pairs, which encode U+10000 and above, precede U+E000 to U+FFFF.
  @inline(__always)
  private static func weight(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
  }
}
