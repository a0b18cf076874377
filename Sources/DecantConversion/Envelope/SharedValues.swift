internal import DecantCore

/// A converter of the shared values of a document between references and aliases.
///
///     a: {$shared: 1, $value: …}             a: &s1 {$shared: 1, $value: …}
///     b: {$shared: 1, $again: true}    ◀─▶   b: *s1
///
/// Readers expand aliases, which repeats definitions and may grow exponentially with nesting. So
/// the expansion is limited, and a reference inside its own definition never becomes an alias.
struct SharedValues {
  fileprivate enum Place {
    case definition(String, end: Int)
    case repetition(String)
    case reference(String)
  }

  /// The number of events that aliases may expand to, in addition to one per event of the document.
  private static let usualExpansion = 100_000

  private let document: Tape
  private let range: Range<Int>
  private var places: [(index: Int, place: Place)] = []
  private var hasRepetitions = false

  init(of root: Document.Node) {
    document = root.tape
    range = root.range
    findPlaces()
  }

  private mutating func findPlaces() {
    var definitions: [String: Int] = [:]
    var disputed = Set<String>()
    var index = range.lowerBound
    while index < range.upperBound {
      defer { index += 1 }
      guard document[index].kind == .beginMapping, !document[index].isKey,
        index == 0 || document[index - 1].kind != .tag,
        let (id, value) = document.sharedPlace(at: index)
      else { continue }
      let end = document.end(of: index)
      if value == nil {
        places.append((index, .reference(id)))
      } else if let first = definitions[id] {
        if document.hasSameEvents(first, index) {
          hasRepetitions = true
          places.append((index, .repetition(id)))
          index = end - 1
        } else {
          disputed.insert(id)
        }
      } else {
        definitions[id] = index
        places.append((index, .definition(id, end: end)))
      }
    }
    guard !disputed.isEmpty else { return }
    places.removeAll { disputed.contains($0.place.id) }
  }

  func byReference() throws(DecantError) -> Document? {
    guard hasRepetitions else { return nil }
    var result = Tape()
    var done = range.lowerBound
    for (index, place) in places {
      guard case .repetition(let id) = place else { continue }
      try result.append(done..<index, of: document)
      var batch = EventBatch()
      batch.append(.beginMapping)
      batch.append(.string, text: SharedKey.number, flags: [.isKey, .isASCII, .needsNoJSONEscape])
      batch.append(.integer, text: id, flags: [.isASCII, .needsNoJSONEscape])
      batch.append(
        .string, text: SharedKey.again, flags: [.isKey, .isASCII, .needsNoJSONEscape])
      batch.append(.true)
      batch.append(.endMapping)
      try result.append(batch, at: document.offset(at: index))
      done = document.end(of: index)
    }
    try result.append(done..<range.upperBound, of: document)
    return Document(result)
  }

  func byAlias() throws(DecantError) -> Document? {
    let aliases = aliases
    guard !aliases.isEmpty else { return nil }
    let named = Set(aliases.values)
    var result = Tape()
    var done = range.lowerBound
    for (index, place) in places {
      let kind: Event.Kind
      switch place {
      case .definition(let id, _) where named.contains(id): kind = .anchor
      case .reference where aliases[index] != nil: kind = .alias
      case .definition, .repetition, .reference: continue
      }
      try result.append(done..<index, of: document)
      var batch = EventBatch()
      batch.append(kind, text: "s\(place.id)")
      try result.append(batch, at: document.offset(at: index))
      done = kind == .alias ? document.end(of: index) : index
    }
    try result.append(done..<range.upperBound, of: document)
    return Document(result)
  }

  private var aliases: [Int: String] {
    struct Definition {
      let range: Range<Int>
      let before: Int
      var within: Int?
    }
    let limit = Self.usualExpansion + range.count
    var aliases: [Int: String] = [:]
    var definitions: [String: Definition] = [:]
    var open: [String] = []
    var expansion = 0
    for (index, place) in places {
      while let id = open.last, let known = definitions[id], known.range.upperBound <= index {
        definitions[id]?.within = expansion - known.before
        open.removeLast()
      }
      switch place {
      case .definition(let id, let end):
        definitions[id] = Definition(range: index..<end, before: expansion)
        open.append(id)
      case .reference(let id):
        guard Int(id) != nil, let known = definitions[id], let within = known.within,
          expansion + known.range.count + within <= limit
        else { continue }
        aliases[index] = id
        expansion += known.range.count + within
      case .repetition:
        continue
      }
    }
    return aliases
  }
}

extension SharedValues.Place {
  fileprivate var id: String {
    switch self {
    case .definition(let id, _), .repetition(let id), .reference(let id): id
    }
  }
}

extension Tape {
  fileprivate mutating func append(
    _ batch: borrowing EventBatch, at offset: Int
  ) throws(DecantError) {
    for index in 0..<batch.count {
      var event = batch[index]
      event.position = UInt32(clamping: offset)
      try append(event, of: batch)
    }
  }
}
