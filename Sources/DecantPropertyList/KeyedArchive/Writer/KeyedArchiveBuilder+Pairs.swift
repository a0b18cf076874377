internal import DecantCore

extension KeyedArchiveBuilder {
  /// Returns the class that the first key of a mapping names, or nil for a dictionary.
  func classKey(of mapping: Int) throws(DecantError) -> KeyedArchiveClass? {
    let key = mapping + 1
    guard tape[key].kind == .string, tape.string(at: key) == "$class" else { return nil }
    let value = tape.content(of: key + 1)
    guard value == key + 1, tape[value].kind == .string else { return nil }
    return KeyedArchiveClass(named: tape.string(at: value))
  }

  /// Returns the keys and values of a mapping in turn, with the pairs of merge keys after its own.
  mutating func pairs(of mapping: Int) throws(DecantError) -> [Int] {
    let children = Array(tape.children(of: mapping))
    let keys = stride(from: 0, to: children.count, by: 2)
    guard keys.contains(where: { isMerge(children[$0]) }) else { return children }
    var pairs: [Int] = []
    var taken: Set<[UInt8]> = []
    for index in keys where !isMerge(children[index]) {
      if let name = name(of: children[index]) { taken.insert(name) }
    }
    for index in keys {
      guard isMerge(children[index]) else {
        pairs += [children[index], children[index + 1]]
        continue
      }
      for source in try mergedMappings(children[index + 1]) {
        try merge(source, into: &pairs, &taken)
      }
    }
    return pairs
  }

  private mutating func merge(
    _ mapping: Int, into pairs: inout [Int], _ taken: inout Set<[UInt8]>
  ) throws(DecantError) {
    var visited: Set<Int> = []
    var rest = [mapping]
    while let mapping = rest.popLast() {
      guard visited.insert(mapping).inserted else { continue }
      let children = Array(tape.children(of: mapping))
      mergedNodes += children.count + 1
      guard mergedNodes <= Self.maximumMergedNodes else {
        throw DecantError(
          .tooManyAliasNodes(limit: Self.maximumMergedNodes), offset: tape.offset(at: mapping))
      }
      var inner: [Int] = []
      for index in stride(from: 0, to: children.count, by: 2) {
        if isMerge(children[index]) {
          inner += try mergedMappings(children[index + 1])
        } else if name(of: children[index]).map({ taken.insert($0).inserted }) ?? true {
          pairs += [children[index], children[index + 1]]
        }
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
