import Decant
import DecantCore
import DecantTestSupport

extension Format {
  /// Returns a format whose documents are sketches: words separated by spaces, with anchors.
  ///
  ///     { a: &x [ 1 two 'three ] b: *x <<: !t {} }
  ///
  /// `;` separates documents, and `'` precedes a string. Up to `limit` events travel together.
  static func sketched(atOnce limit: Int = .max) -> Format {
    Format(
      name: "sketched", summary: "Events",
      abilities: .ofValues.union([.manyDocuments, .emptyStreams]),
      reader: { _ in SketchReader(limit) })
  }
}

struct SketchReader: EventReader {
  private let limit: Int
  private var events: [(event: Event, text: String)]?
  private var next = 0

  init(_ limit: Int) {
    self.limit = limit
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if events == nil {
      while try window.refill() {}
      events = window.withBytes { bytes in
        Self.events(of: String(utf8: bytes.extracting(0..<window.count)))
      }
    }
    guard let events, next < events.count else { return false }
    for (event, text) in events[next..<min(next + min(limit, events.count), events.count)] {
      batch.append(
        event.kind, text: text, flags: event.flags, style: event.style, at: Int(event.position))
      next += 1
    }
    return true
  }

  private static func events(of sketch: String) -> [(event: Event, text: String)] {
    var events: [(event: Event, text: String)] = []
    /// Whether a key is next in each open collection; nil for a sequence.
    var open: [Bool?] = []
    var isInDocument = false
    var position = 0
    for word in sketch.split(separator: " ", omittingEmptySubsequences: false) {
      defer { position += word.utf8.count + 1 }
      if word.isEmpty || word == ":" { continue }
      if word == ";" {
        events.append((Event(.endDocument, at: position), ""))
        isInDocument = false
        continue
      }
      if !isInDocument { events.append((Event(.beginDocument, at: position), "")) }
      isInDocument = true
      var (event, text) = node(word.hasSuffix(":") ? String(word.dropLast()) : String(word))
      event.position = UInt32(position)
      if event.depthChange < 0 { open.removeLast() }
      if event.depthChange >= 0, !event.isAnnotation, let isKey = open.last ?? nil {
        if isKey {
          event.flags.formUnion(
            text == "<<" && event.style == .plain ? [.isKey, .isMergeKey] : .isKey)
        }
        open[open.count - 1] = !isKey
      }
      if event.depthChange > 0 { open.append(event.kind == .beginMapping ? true : nil) }
      events.append((event, text))
    }
    if isInDocument { events.append((Event(.endDocument, at: position), "")) }
    return events
  }

  private static func node(_ word: String) -> (Event, String) {
    let rest = String(word.dropFirst())
    switch word.first {
    case "{": return (Event(.beginMapping), "")
    case "}": return (Event(.endMapping), "")
    case "[": return (Event(.beginSequence), "")
    case "]": return (Event(.endSequence), "")
    case "&": return (Event(.anchor), rest)
    case "*": return (Event(.alias), rest)
    case "!": return (Event(.tag), word)
    case "'": return (Event(.string, style: .singleQuoted), rest)
    default:
      let isNumber = word.allSatisfy(\.isNumber)
      let flags: Event.Flags = .plainASCII
      return (Event(isNumber ? .integer : .string, flags: flags, style: .plain), word)
    }
  }
}

func poured(
  _ sketch: String, atOnce limit: Int = .max, to target: Format = .jsonLines,
  _ change: (inout Plan) -> Void = { _ in }
) throws(DecantError) -> String {
  try converted(sketch, from: .sketched(atOnce: limit), by: .test(target, change))
}
