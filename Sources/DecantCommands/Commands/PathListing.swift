internal import DecantCore
internal import DecantJSON
internal import DecantConversion

/// A list of all scalars and empty collections in documents, with their paths.
///
///     {"a": [1, {}]}  →  /a/0 ⇥ 1
///                        /a/1 ⇥ {}
///
/// It is made of events, so that a document is listed while it is read.
struct PathListing {
  private struct Frame {
    let isMapping: Bool
    var isAtKey: Bool
    var number = 0
    var isEmpty = true
    /// The key of the next value; nil if no path leads to it.
    var key: KeyText?
  }

  private let base: [KeyText]
  private let end: String
  private var tokens: [KeyText] = []
  /// The spelling of the tokens, and where each begins in it: to spell them for each line would take four times as long.
  private var path: [UInt8] = []
  private var starts: [Int] = []
  /// How many tokens have control characters.
  private var unusual = 0
  private var frames: [Frame] = []
  private var skippedDepth = 0
  /// Whether some values are left out, because no path leads to them.
  private(set) var hasUnreachableKeys = false

  /// Creates a list of what is in the value at `base`, whose lines end with `end`.
  init(below base: [KeyText] = [], endingWith end: String) {
    self.base = base
    self.end = end
  }

  /// Passes the lines of the values in `batch` to `body`.
  mutating func add(
    _ batch: borrowing EventBatch, _ body: (String) throws(DecantError) -> Void
  ) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      if event.delimitsDocument {
        frames.removeAll(keepingCapacity: true)
        while !tokens.isEmpty { removeToken() }
        for key in base { append(key) }
        skippedDepth = 0
      } else if skippedDepth > 0 {
        skippedDepth += event.depthChange
        if skippedDepth == 0, !event.isAnnotation { endSkippedNode() }
      } else if !event.isAnnotation, !event.isTrivia {
        try add(event, of: batch, body)
      }
    }
  }

  private mutating func add(
    _ event: Event, of batch: borrowing EventBatch,
    _ body: (String) throws(DecantError) -> Void
  ) throws(DecantError) {
    if event.depthChange < 0 {
      let frame = frames.removeLast()
      if frame.isEmpty { try body(line(frame.isMapping ? "{}" : "[]")) }
      return endNode()
    }
    if let top = frames.indices.last {
      if frames[top].isAtKey { return add(key: event, of: batch) }
      frames[top].isEmpty = false
      guard beginNode() else { return skip(event) }
    }
    if event.depthChange > 0 {
      let isMapping = event.kind == .beginMapping
      frames.append(Frame(isMapping: isMapping, isAtKey: isMapping))
    } else {
      try body(line(try json(of: event, in: batch)))
      endNode()
    }
  }

  private mutating func add(key: Event, of batch: borrowing EventBatch) {
    let top = frames.count - 1
    frames[top].key = batch.withNameInPaths(of: key) { KeyText(String(utf8: $0)) }
    frames[top].isAtKey = false
    guard key.depthChange > 0 else { return }
    // Its end is not that of a value.
    frames[top].isAtKey = true
    skippedDepth = 1
  }

  /// Adds the token of a child to the path; returns false if there is none.
  private mutating func beginNode() -> Bool {
    let top = frames.count - 1
    if frames[top].isMapping {
      guard let key = frames[top].key else { return false }
      append(key)
    } else {
      append(KeyText(String(frames[top].number)))
    }
    return true
  }

  private mutating func append(_ token: KeyText) {
    tokens.append(token)
    starts.append(path.count)
    path.append(UInt8(ascii: "/"))
    path += PathPattern.spelling(of: token).utf8
    if token.hasControls { unusual += 1 }
  }

  private mutating func removeToken() {
    if tokens.removeLast().hasControls { unusual -= 1 }
    path.removeLast(path.count - starts.removeLast())
  }

  private mutating func skip(_ value: Event) {
    hasUnreachableKeys = true
    skippedDepth = value.depthChange
    if skippedDepth == 0 { endSkippedNode() }
  }

  private mutating func endSkippedNode() {
    guard let top = frames.indices.last else { return }
    frames[top].isAtKey.toggle()
  }

  private mutating func endNode() {
    guard let top = frames.indices.last else { return }
    removeToken()
    if frames[top].isMapping {
      frames[top].isAtKey = true
    } else {
      frames[top].number += 1
    }
  }

  private func line(_ value: String) -> String {
    (unusual > 0 ? PathPattern.spelling(of: tokens) : String(decoding: path, as: UTF8.self))
      + "\t" + value + end
  }

  private func json(
    of scalar: Event, in batch: borrowing EventBatch
  ) throws(DecantError) -> String {
    if let word = scalar.kind.word { return word }
    switch scalar.kind {
    case .integer, .real:
      let text = batch.withText(of: scalar) { String(decoding: [UInt8]($0), as: UTF8.self) }
      if let number = Number(text), number.isFinite { return text }
    case .string where scalar.flags.isSuperset(of: .plainASCII):
      return batch.withText(of: scalar) {
        "\"" + String(decoding: [UInt8]($0), as: UTF8.self) + "\""
      }
    default: break
    }
    var tape = Tape()
    try tape.append(scalar, of: batch)
    return try Document(tape).root.json
  }
}

extension Document.Node {
  /// A scalar as plain text, which can contain line breaks, or a collection as compact JSON.
  var line: String {
    get throws(DecantError) {
      switch kind {
      case .null, .true, .false, .beginSequence, .beginMapping: return try json
      case .data: return String(try json.dropFirst().dropLast())
      default: return text ?? ""
      }
    }
  }

  /// The value as compact JSON on one line.
  var json: String {
    get throws(DecantError) {
      if let word = kind.word { return word }
      var options = WritingOptions()
      options.indentation = .compact
      let text = try Document(copying: self).text(as: .json, options: options)
      return text.split(separator: "\n").joined()
    }
  }
}
