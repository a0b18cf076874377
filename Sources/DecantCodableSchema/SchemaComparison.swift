internal import DecantCore

/// A comparison of the schemas of what one program writes and of what another one reads, both written by `document(of:)`.
///
/// What is written has no other keys and elements than its schema names. Each alternative that is written must be read by one
/// alternative; only objects are divided for that, by the values of an enumeration in them. So a difference may be one that is
/// not known, but none is overlooked.
struct SchemaComparison {
  let writer: Value
  let reader: Value
  let direction: Compatibility.Direction
  /// The differences of pairs of schemas; empty while they are compared, as for schemas that contain themselves.
  var known: [[Value]: [Difference]] = [:]

  typealias Difference = Compatibility.Difference

  /// Returns the differences that prevent that all that is written by a schema is read by another one.
  mutating func differences(_ written: Value, _ read: Value) -> [Difference] {
    let pair = [written.dereferenced(in: writer), read.dereferenced(in: reader)]
    if let found = known[pair] { return found }
    known[pair] = []
    let options = pair[1].alternatives(in: reader)
    let unread = pair[0].alternatives(in: writer).filter { !options.contains(where: $0.isRead) }
    let constants = unread.filter(\.isConstant)
    var found = constants.isEmpty ? [] : [mismatch(constants, options)]
    for one in unread where !one.isConstant { found += differences(one, among: options) }
    known[pair] = found
    return found
  }

  private mutating func differences(
    _ written: Value, _ read: Value, at key: String
  ) -> [Difference] {
    differences(written, read).map { $0.inside(key) }
  }

  private mutating func differences(_ written: Value, among read: [Value]) -> [Difference] {
    var candidates = read.filter { written.isCollection && !isApart(written, $0) }
    var found: [Difference] = []
    for candidate in candidates {
      let before = known
      found = collectionDifferences(written, candidate)
      if found.isEmpty { return [] }
      // What was found stays; what was not found may depend on what is not so.
      known = before.merging(known.filter { !$0.value.isEmpty }) { $1 }
    }
    if candidates.count > 1 {
      candidates.removeAll { !written.mayHaveKeys(requiredBy: $0) }
      if candidates.count == 1 { found = collectionDifferences(written, candidates[0]) }
    }
    if candidates.isEmpty || read.contains(where: { $0.reason != nil }) {
      return [mismatch([written], read)]
    }
    guard candidates.count > 1 else { return found }
    let parts = written.divided(in: writer)
    guard !parts.isEmpty else { return [unknown("several alternatives may read \(written.words)")] }
    return parts.reduce(into: []) { all, part in
      for one in differences(part, among: read) where !all.contains(one) { all.append(one) }
    }
  }

  /// Whether no value is of both schemas, as far as types tell, and constants of required keys.
  private func isApart(_ written: Value, _ read: Value) -> Bool {
    written["type"] != read["type"]
      || read.required.contains { written.properties[forKey: $0] == false }
      || written.required.contains { key in
        guard let one = written.properties[forKey: key], let other = read.properties[forKey: key]
        else { return false }
        let (values, options) = (one.alternatives(in: writer), other.alternatives(in: reader))
        return (values + options).allSatisfy(\.isConstant)
          && !values.contains { options.contains(where: $0.isRead) }
      }
  }

  private mutating func collectionDifferences(_ written: Value, _ read: Value) -> [Difference] {
    var found: [Difference] = []
    if (written["minItems"]?.int ?? 0) < (read["minItems"]?.int ?? 0) {
      found.append(
        difference("\(direction.reader) requires elements that \(direction.writer) may lack"))
    }
    for index in 0..<max(written.first.count, read.first.count) {
      guard let element = written.element(index) else { break }
      found += differences(element, read.element(index) ?? true, at: "\(index)")
    }
    let missing = read.required.filter { !written.required.contains($0) }.compactMap(\.string)
    found += missing.map {
      var lack = difference("\(direction.reader) requires it, \(direction.writer) may lack it")
      lack.isLack = true
      return lack.inside($0)
    }
    let others = read.others ?? true
    for (key, schema) in written.properties where schema != false {
      found += differences(schema, read.properties[forKey: key] ?? others, at: key.string ?? "")
    }
    guard let rest = written.others else { return found }
    for (key, schema) in read.properties where written.properties[forKey: key] == nil {
      found += differences(rest, schema, at: key.string ?? "")
    }
    return found + differences(rest, others, at: "*")
  }

  // MARK: Differences

  private func difference(_ message: String, isKnown: Bool = true) -> Difference {
    Difference(direction: direction, isKnown: isKnown, message: message)
  }

  private func unknown(_ reason: String) -> Difference {
    difference(
      "not known whether \(direction.reader) reads \(direction.writer): \(reason)", isKnown: false)
  }

  private func mismatch(_ written: [Value], _ read: [Value]) -> Difference {
    if let reason = (written + read).lazy.compactMap(\.reason).first { return unknown(reason) }
    let expected = read.isEmpty ? "no value" : read.map(\.words).listed
    return difference(
      "\(direction.writer) may have \(written.map(\.words).listed), \(direction.reader) reads \(expected)"
    )
  }
}
