/// The values of a document that are one value, referred to in several places.
///
/// Where such a value is first it is defined, `{"$shared": 1, "$value": …}`, and in all other places
/// it is referred to, `{"$shared": 1, "$again": true}`. Which place is the first depends on the order of
/// keys; and a format with aliases may have had one in the place of a reference, so that the definition
/// is there again. In the canonical form the first place is the first that is written.
struct SharedReferences {
  /// One of the places of a value.
  struct Reference {
    let id: String
    /// The node that the value is.
    let value: Int
  }

  private var references: [Int: Reference] = [:]

  /// Creates an empty set.
  init() {}

  /// Finds those of a document, in which all aliases have been expanded.
  ///
  /// What has several definitions that are not the same is not a shared value, and is left out; and so is what
  /// has none.
  init(in document: Tape) {
    var definitions: [String: [Int]] = [:]
    var places: [(mapping: Int, id: String)] = []
    for index in 0..<document.count where document[index].kind == .beginMapping {
      guard let place = document.sharedPlace(at: index) else { continue }
      places.append((index, place.id))
      if let value = place.value { definitions[place.id, default: []].append(value) }
    }
    for place in places {
      guard let values = definitions[place.id] else { continue }
      references[place.mapping] = Reference(id: place.id, value: values[0])
    }
    let disputed = definitions.filter { _, values in
      values.dropFirst().contains { !document.isSame($0, values[0]) }
    }
    guard !disputed.isEmpty else { return }
    references = references.filter { disputed[$0.value.id] == nil }
  }

  /// The reference that the mapping at `node` is; nil if it is not one.
  subscript(node: Int) -> Reference? {
    references.isEmpty ? nil : references[node]
  }
}

extension Tape {
  /// The number of the shared value that the mapping at `index` defines or refers to, and the value if it
  /// defines it; nil if it does neither.
  func sharedPlace(at index: Int) -> (id: String, value: Int?)? {
    guard count > index + 5 else { return nil }
    let first = index + 1
    let second = end(of: end(of: first))
    guard second < partner(of: index), end(of: end(of: second)) == partner(of: index) else {
      return nil
    }
    let keys = (key(at: first), key(at: second))
    let (id, other) = keys.0 == SharedKey.number ? (first, second) : (second, first)
    guard key(at: id) == SharedKey.number, self[id + 1].kind == .integer else { return nil }
    let number = text.withBytes { text in
      var number: [UInt8] = []
      CanonicalNumber.append(text.extracting(textRange(at: id + 1)), to: &number)
      return String(decoding: number, as: UTF8.self)
    }
    switch key(at: other) {
    case SharedKey.value: return (number, other + 1)
    case SharedKey.again where self[other + 1].kind == .true: return (number, nil)
    default: return nil
    }
  }

  private func key(at index: Int) -> String? {
    // The longest of the three keys is as long as this.
    guard self[index].kind == .string, textRange(at: index).count <= 7 else { return nil }
    return string(at: index)
  }

  /// Whether two nodes are the same value.
  fileprivate func isSame(_ first: Int, _ second: Int) -> Bool {
    hasSameEvents(first, second)
      || CanonicalForm.text(of: first, in: self) == CanonicalForm.text(of: second, in: self)
  }

  /// Whether two nodes are the same events, apart from what is known of their texts.
  func hasSameEvents(_ first: Int, _ second: Int) -> Bool {
    hasSameEvents(first..<end(of: first), as: second..<end(of: second), of: self)
  }
}
