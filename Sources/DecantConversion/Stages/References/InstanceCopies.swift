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
  private let paths: FollowedPaths
  private var result: Tape
  private let anchors: [KeyText: Int]
  /// The instances around a node.
  private var open: [KeyText] = []

  /// Returns a tape without anchors and aliases of instances, and without their numbers unless `hasMarks`.
  static func write(_ tape: Tape, along paths: [NeededPath], hasMarks: Bool) throws(DecantError)
    -> Tape
  {
    var copies = InstanceCopies(tape, hasMarks, FollowedPaths(paths))
    try copies.write(0, copies.paths.statesOfRoot)
    return copies.result
  }

  private init(_ tape: Tape, _ hasMarks: Bool, _ paths: FollowedPaths) {
    self.tape = tape
    self.hasMarks = hasMarks
    self.paths = paths
    result = Tape(origin: tape.origin)
    anchors = tape.anchorsOfInstances
  }

  /// Writes a node with the states that paths give it.
  private mutating func write(_ node: Int, _ states: [Int]) throws(DecantError) {
    let content = tape.content(of: node)
    let names = (node..<content).filter { tape[$0].kind == .anchor && tape[$0].event.isOfInstance }
      .map { tape.name(at: $0) }
    if tape[content].kind == .alias, tape[content].event.isOfInstance {
      return try write(aliasAt: content, states)
    }
    try result.append((node..<content).filter { !tape[$0].event.isOfInstance }, of: tape)
    open += names
    defer { open.removeLast(names.count) }
    guard tape[content].depthChange > 0 else {
      return try result.append(content..<content + 1, of: tape)
    }
    // An escape is only around data with several keys, of which one is reserved.
    if let data = tape.escapedData(at: content) { return try write(data, states) }
    let isMapping = tape[content].kind == .beginMapping
    try result.append(content..<content + 1, of: tape)
    if isMapping, hasMarks, let name = names.last {
      try result.append(SharedKey.id, numberOf: name, at: tape.offset(at: content))
    }
    var number = 0
    var key: Int?
    for child in tape.children(of: content) {
      if isMapping, key == nil {
        key = tape.content(of: child)
        try result.append(child..<tape.end(of: child), of: tape)
        continue
      }
      let states =
        key.map { tape.withToken(at: $0) { paths.states(from: states, through: $0) } }
        ?? paths.states(from: states, throughElement: number)
      try StackRoom.deeper { () throws(DecantError) in try write(child, states) }
      key = nil
      number += 1
    }
    try result.append(tape.partner(of: content)..<tape.end(of: content), of: tape)
  }

  private mutating func write(aliasAt index: Int, _ states: [Int]) throws(DecantError) {
    let name = tape.name(at: index)
    guard let anchor = anchors[name] else { return }
    let isSmall =
      result.count + tape.end(of: anchor) - anchor <= Self.usualExpansion + tape.count
    if !states.isEmpty || isSmall && !open.contains(name) { return try write(anchor, states) }
    try result.append(referenceTo: name, at: tape.offset(at: index))
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
