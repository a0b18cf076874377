internal import DecantCore

extension KeyedArchiveBuilder {
  typealias Pair = (key: Int, value: Int)

  /// Returns the class that the first key of a mapping names, or nil for a dictionary.
  func classKey(of mapping: Int) throws(DecantError) -> KeyedArchiveClass? {
    let key = mapping + 1
    guard tape[key].kind == .string, tape.string(at: key) == "$class" else { return nil }
    let value = tape.content(of: key + 1)
    guard value == key + 1, tape[value].kind == .string else { return nil }
    return KeyedArchiveClass(named: tape.string(at: value))
  }

  /// Returns the keys and values of a mapping, with the pairs of merge keys after its own.
  mutating func pairs(of mapping: Int) throws(DecantError) -> [Pair] {
    let own = Array(tape.pairs(in: mapping))
    guard own.contains(where: { isMerge($0.key) }) else { return own }
    var pairs: [Pair] = []
    var taken = Set(own.filter { !isMerge($0.key) }.compactMap { name(of: $0.key) })
    for pair in own {
      guard isMerge(pair.key) else {
        pairs.append(pair)
        continue
      }
      for source in try mergedMappings(pair.value) { try merge(source, into: &pairs, &taken) }
    }
    return pairs
  }

  private mutating func merge(
    _ mapping: Int, into pairs: inout [Pair], _ taken: inout Set<[UInt8]>
  ) throws(DecantError) {
    var visited: Set<Int> = []
    var rest = [mapping]
    while let mapping = rest.popLast() {
      guard visited.insert(mapping).inserted else { continue }
      var inner: [Int] = []
      mergedNodes += 1
      for pair in tape.pairs(in: mapping) {
        mergedNodes += 2
        if isMerge(pair.key) {
          inner += try mergedMappings(pair.value)
        } else if name(of: pair.key).map({ taken.insert($0).inserted }) ?? true {
          pairs.append(pair)
        }
      }
      guard mergedNodes <= Self.maximumMergedNodes else {
        throw DecantError(
          .tooManyAliasNodes(limit: Self.maximumMergedNodes), offset: tape.offset(at: mapping))
      }
      rest += inner.reversed()
    }
  }

  private func mergedMappings(_ value: Int) throws(DecantError) -> [Int] {
    let content = try references.node(value).content
    if tape[content].kind == .beginMapping { return [content] }
    guard tape[content].kind == .beginSequence else { throw failure(.malformedMerge, value) }
    var mappings: [Int] = []
    for child in tape.children(of: content) {
      let content = try references.node(child).content
      guard tape[content].kind == .beginMapping else { throw failure(.malformedMerge, child) }
      mappings.append(content)
    }
    return mappings
  }

  private func isMerge(_ key: Int) -> Bool {
    tape[key].kind == .string && tape[key].flags.contains(.isMergeKey)
  }

  private func name(of key: Int) -> [UInt8]? {
    let content = tape.content(of: key)
    guard tape[content].depthChange == 0, tape[content].kind != .alias else { return nil }
    return [tape[content].kind.rawValue] + tape.text[tape.textRange(at: content)]
  }
}
