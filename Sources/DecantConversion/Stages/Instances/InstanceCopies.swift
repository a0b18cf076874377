internal import DecantCore
internal import DecantSystem

/// A writer of a part of an archive, in which references are copies of their instances, and data is as it is.
///
/// On the paths to the part each reference is a copy, so that a path leads through it; elsewhere a reference inside of its
/// instance, or of which the copy takes too much, stays one.
struct InstanceCopies {
  /// The number of events that copies may add, besides one per event of the document.
  private static let usualExpansion = 100_000

  private let tape: Tape
  private let hasMarks: Bool
  private var result: Tape
  private let anchors: [KeyText: Int]
  /// The instances around a node.
  private var open: [KeyText] = []

  /// Returns a tape without anchors and aliases of instances, and without their numbers unless `hasMarks`.
  static func write(_ tape: Tape, along paths: [NeededPath], hasMarks: Bool) throws(DecantError)
    -> Tape
  {
    var copies = InstanceCopies(tape, hasMarks)
    try copies.write(0, paths, 0)
    return copies.result
  }

  private init(_ tape: Tape, _ hasMarks: Bool) {
    self.tape = tape
    self.hasMarks = hasMarks
    result = Tape(origin: tape.origin)
    anchors = tape.anchorsOfInstances
  }

  /// Writes a node at a depth of the paths that lead to it.
  private mutating func write(_ node: Int, _ paths: [NeededPath], _ depth: Int) throws(DecantError)
  {
    let content = tape.content(of: node)
    let names = (node..<content).filter { tape[$0].kind == .anchor && tape[$0].event.isOfInstance }
      .map { tape.name(at: $0) }
    if tape[content].kind == .alias, tape[content].event.isOfInstance {
      return try write(aliasAt: content, paths, depth)
    }
    try result.append((node..<content).filter { !tape[$0].event.isOfInstance }, of: tape)
    open += names
    defer { open.removeLast(names.count) }
    guard tape[content].depthChange > 0 else {
      return try result.append(content..<content + 1, of: tape)
    }
    // An escape is only around data with several keys, of which one is reserved.
    if let data = tape.escapedData(at: content) { return try write(data, paths, depth) }
    let isMapping = tape[content].kind == .beginMapping
    try result.append(content..<content + 1, of: tape)
    if isMapping, hasMarks, let name = names.last { try append(SharedKey.id, name, at: content) }
    var number = 0
    var key: Int?
    for child in tape.children(of: content) {
      if isMapping, key == nil {
        key = tape.content(of: child)
        try result.append(child..<tape.end(of: child), of: tape)
        continue
      }
      let following = paths.filter {
        $0.isWhole && depth >= $0.count || leads($0, key, number, depth)
      }
      try StackRoom.deeper { () throws(DecantError) in try write(child, following, depth + 1) }
      key = nil
      number += 1
    }
    try result.append(tape.partner(of: content)..<tape.end(of: content), of: tape)
  }

  private func leads(_ path: NeededPath, _ key: Int?, _ number: Int, _ depth: Int) -> Bool {
    guard depth < path.count else { return false }
    guard let key else { return path.matches(element: number, at: depth) }
    return tape.withToken(at: key) { path.matches($0, at: depth) }
  }

  private mutating func write(
    aliasAt index: Int, _ paths: [NeededPath], _ depth: Int
  ) throws(DecantError) {
    let name = tape.name(at: index)
    guard let anchor = anchors[name] else { return }
    let isOnPath = paths.contains { depth <= $0.count }
    let isSmall =
      result.count + tape.end(of: anchor) - anchor <= Self.usualExpansion + tape.count
    if isOnPath || isSmall && !open.contains(name) { return try write(anchor, paths, depth) }
    try result.append(.beginMapping, at: tape.offset(at: index))
    try append(SharedKey.reference, name, at: index)
    try result.append(.endMapping, at: tape.offset(at: index))
  }

  private mutating func append(_ key: String, _ name: KeyText, at index: Int) throws(DecantError) {
    let offset = tape.offset(at: index)
    try result.append(.string, key, flags: .plainASCII.union(.isKey), at: offset)
    let number = String(name.string.dropFirst())
    try result.append(.integer, number, flags: .plainASCII, at: offset)
  }
}

extension Tape {
  /// Returns the data that `$literal` escapes since one of its several keys is reserved.
  fileprivate func escapedData(at mapping: Int) -> Int? {
    let data = mapping + 2
    guard self[mapping].kind == .beginMapping, isLiteral(at: data),
      self[data].kind == .beginMapping,
      end(of: data + 2) < partner(of: data),
      pairs(in: data).contains(where: { dollarKey(at: $0.key).map(SharedKey.isReserved) == true })
    else { return nil }
    return data
  }
}

extension Document.Node {
  /// The node with copies of instances in place of references, but in the instances themselves, for those who know only data.
  package var withCopies: Document.Node {
    get throws(DecantError) {
      guard tape.hasInstances else { return self }
      let tape = Tape(range, sharingTextOf: tape)
      return Document(try InstanceCopies.write(tape, along: [], hasMarks: false)).root
    }
  }
}
