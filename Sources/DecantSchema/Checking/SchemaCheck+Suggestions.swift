internal import DecantCore

/// What a misspelled key or word was meant to be, and mismatches that have the same cause.
extension SchemaCheck {
  /// Notes that a key of an object is not among those that are known, given by the numbers of their names.
  mutating func recordUnknownKey(
    _ child: Int, in object: Int, known names: @autoclosure () -> some Collection<Int32>,
    patterns: [String] = [], _ location: CompiledSchema.Location
  ) {
    guard isRecording, !isFull else { return }
    let key = instance.string(of: instance.key(of: child))
    record(
      .unknownKey(
        key, suggestion: suggestion(for: key, in: object, among: names()), patterns: patterns),
      child, location, isAboutKey: true, in: object)
  }

  /// Returns the name that a key of an object was meant to be; one that is there, too, is not meant.
  private mutating func suggestion(
    for key: String, in object: Int, among names: some Collection<Int32>
  ) -> String? {
    let similar = similar(to: key, of: names.count) { [all = schema.names] in
      names.map { all.name(Int($0)) }.sorted()
    }
    guard let meant = similar else { return nil }
    budget -= instance.count(of: object)
    let number = Int32(meant.withBytes { schema.names.number(of: $0) })
    if let forgotten = open[object]?.names, forgotten.contains(number) { return nil }
    return instance.values(of: object).contains { instance.numbers[$0] == number } ? nil : meant
  }

  /// The number of words among which a similar one is looked for.
  static let mostCompared = 1000

  /// Returns the nearest of some words, unless these are many or many letters were compared before.
  mutating func similar(to word: String, of count: Int, _ words: () -> [String]) -> String? {
    let length = word.utf8.count
    guard length <= 256, count <= Self.mostCompared, letters > 0 else { return nil }
    let words = words()
    letters -= words.reduce(0) { $0 + 16 + $1.utf8.count * (2 + length / 8) }
    return NearestWord.to(word, in: words)
  }

  /// Notes that a key of an object is missing, which may be there misspelled.
  mutating func recordMissingKey(
    _ name: Int, in object: Int, of number: Int, _ location: CompiledSchema.Location
  ) {
    guard isRecording, !isFull else { return }
    let key = schema.names.name(name)
    var similar: String?
    let known = names(knownTo: number)
    // A schema that only requires the key does not tell which others are unknown.
    if key.utf8.count > 2, known.contains(Int32(name)), open[object] == nil,
      instance.count(of: object) <= Self.mostCompared
    {
      budget -= instance.count(of: object)
      let unknown = instance.values(of: object).filter { !known.contains(instance.numbers[$0]) }
      similar = self.similar(to: key, of: unknown.count) { [instance] in
        unknown.map { instance.string(of: instance.key(of: $0)) }
      }
    }
    record(.missing(key, similar: similar), object, location, isAtEnd: true)
  }

  /// Returns mismatches without those that only repeat what another one says of the same node.
  ///
  /// A misspelled key is not also missing.
  func distinct(_ mismatches: [SchemaMismatch]) -> [SchemaMismatch] {
    guard mismatches.count > 1 else { return mismatches }
    var misspelled: Set<MissingKey> = []
    for mismatch in mismatches {
      if case .unknownKey(_, let meant?, _) = mismatch.kind, let object = mismatch.object {
        misspelled.insert(MissingKey(object: object, key: meant))
      }
    }
    var seen: Set<Finding> = []
    return mismatches.filter { mismatch in
      let keys =
        switch mismatch.kind {
        case .missing(let key, _): [key]
        case .missingAll(let keys): keys
        default: [String]()
        }
      return !keys.contains { misspelled.contains(MissingKey(object: mismatch.node, key: $0)) }
        && seen.insert(Finding(kind: mismatch.kind, node: mismatch.node)).inserted
    }
  }
}

private struct MissingKey: Hashable {
  let object: Int
  let key: String
}

private struct Finding: Hashable {
  let kind: SchemaMismatch.Kind
  let node: Int
}
