internal import DecantCore

/// A reader of the marks of instances on a tape, which become anchors and aliases.
///
///     a: {$ref: 1}                    a: *s1
///     b: {$id: 1, text: …}     ─▶     b: &s1 {text: …}
///
/// A mapping with the number of another definition and the same content is a reference: an alias of YAML that was replaced by a copy.
/// A mapping that is not a valid mark stays data.
struct InstanceReading {
  private enum Step {
    case definition(id: String?, classTag: String?)
    case reference(String)
  }

  private let tape: Tape
  /// The anchors of aliases of YAML.
  private let aliases: [Int: Int]
  private var steps: [Int: Step] = [:]
  /// The ends of what is left out, by its start.
  private var omitted: [Int: Int] = [:]

  /// Returns a tape with anchors and aliases, or nil if there is no mark.
  static func read(_ tape: Tape, ofVersion1: Bool = false) throws(DecantError) -> Tape? {
    var reading = InstanceReading(tape)
    if ofVersion1 { reading.findOldPlaces() } else { reading.findPlaces() }
    return reading.steps.isEmpty ? nil : try reading.result
  }

  private init(_ tape: Tape) {
    self.tape = tape
    aliases = tape.anchorsOfAliases
  }

  private mutating func findPlaces() {
    var definitions: [Int: (mapping: Int, mark: InstanceMark)] = [:]
    var references: [(mapping: Int, id: Int)] = []
    var disputed: Set<Int> = []
    var copyEnd = 0
    var index = 0
    while index < tape.count {
      defer { index += 1 }
      guard let mark = InstanceMark(at: index, in: tape) else { continue }
      guard let id = mark.id else {
        define(index, mark)
        continue
      }
      if mark.isReference {
        references.append((index, id))
      } else if let first = definitions[id] {
        if hasSameContent(first.mapping, index) {
          references.append((index, id))
          copyEnd = max(copyEnd, tape.end(of: index))
        } else {
          disputed.insert(id)
        }
      } else {
        definitions[id] = (index, mark)
        // The copy is left out.
        if index < copyEnd { disputed.insert(id) }
      }
    }
    for id in disputed { definitions[id] = nil }
    for (mapping, mark) in definitions.values { define(mapping, mark) }
    for (mapping, id) in references where definitions[id] != nil { refer(mapping, "s\(id)") }
    guard !definitions.isEmpty else { return }
    readAliases(of: Set(definitions.keys))
  }

  /// Whether two mappings are the same, if each instance inside of them is only its number: one may be an alias in the first
  /// mapping, and a copy in the second.
  private func hasSameContent(_ first: Int, _ second: Int) -> Bool {
    let ends = (tape.end(of: first), tape.end(of: second))
    var entries = (first + 1, second + 1)
    while entries.0 < ends.0, entries.1 < ends.1 {
      if tape[entries.0].kind == .anchor {
        entries.0 += 1
      } else if tape[entries.1].kind == .anchor {
        entries.1 += 1
      } else if let number = number(at: entries.0) ?? number(at: entries.1) {
        guard number == self.number(at: entries.0), number == self.number(at: entries.1) else {
          return false
        }
        entries = (tape.end(of: entries.0), tape.end(of: entries.1))
      } else {
        guard
          tape.hasSameEvents(
            entries.0..<entries.0 + 1, as: entries.1..<entries.1 + 1, of: tape)
        else { return false }
        entries = (entries.0 + 1, entries.1 + 1)
      }
    }
    return entries == ends
  }

  private func number(at node: Int) -> Int? {
    let target = aliases[node].map { tape.content(of: $0) } ?? node
    return InstanceMark(at: target, in: tape)?.id
  }

  /// Finds instances as version 1 represents them, if they have several references.
  private mutating func findOldPlaces() {
    var definitions: [KeyText: (mapping: Int, value: Int)] = [:]
    var references: [(mapping: Int, id: KeyText)] = []
    var index = 0
    while index < tape.count {
      defer { index += 1 }
      guard tape[index].kind == .beginMapping, let (number, value) = tape.sharedNode(at: index)
      else { continue }
      let id = KeyText(number)
      guard let value, definitions[id] == nil else {
        references.append((index, id))
        if value != nil { index = tape.end(of: index) - 1 }
        continue
      }
      definitions[id] = (index, value)
    }
    let shared = Set(references.map(\.id))
    for (id, (mapping, value)) in definitions where shared.contains(id) {
      define(mapping, "s\(id.string)", value, nil)
    }
    for (mapping, id) in references where definitions[id] != nil {
      refer(mapping, "s\(id.string)")
    }
  }

  private mutating func define(_ mapping: Int, _ mark: InstanceMark) {
    define(mapping, mark.id.map { "s\($0)" }, mark.wrapped?.value, mark.classTag)
    guard mark.wrapped == nil else { return }
    for pair in mark.ownPairs { omitted[pair.lowerBound] = pair.upperBound }
  }

  private mutating func define(
    _ mapping: Int, _ name: String?, _ value: Int?, _ classTag: String?
  ) {
    steps[mapping] = .definition(id: name, classTag: classTag)
    guard let value else { return }
    omitted[mapping] = value
    omitted[tape.end(of: value)] = tape.end(of: mapping)
  }

  private mutating func refer(_ mapping: Int, _ name: String) {
    steps[mapping] = .reference(name)
    omitted[mapping] = tape.end(of: mapping)
  }

  /// An alias of YAML to an instance, or to a copy of it, is a reference.
  private mutating func readAliases(of instances: Set<Int>) {
    var numbers: [Int: Int] = [:]
    for index in 0..<tape.count where tape[index].kind == .anchor {
      guard let number = number(at: tape.content(of: index)), instances.contains(number) else {
        continue
      }
      numbers[index] = number
      omitted[index] = index + 1
    }
    for (alias, anchor) in aliases {
      guard let number = numbers[anchor] else { continue }
      steps[alias] = .reference("s\(number)")
      omitted[alias] = alias + 1
    }
  }

  private var result: Tape {
    get throws(DecantError) {
      var result = Tape(origin: tape.origin)
      var index = 0
      while index < tape.count {
        let offset = tape.offset(at: index)
        switch steps[index] {
        case .definition(let id, let classTag):
          if let id { try result.append(.anchor, id, flags: .ofInstance, at: offset) }
          if let classTag { try result.append(.tag, classTag, flags: .isInstance, at: offset) }
        case .reference(let id):
          try result.append(.alias, id, flags: .ofInstance, at: offset)
        case nil:
          break
        }
        if let end = omitted[index] {
          index = end
        } else {
          try result.append(index..<index + 1, of: tape)
          index += 1
        }
      }
      return result
    }
  }
}

extension Document {
  /// Whether the document, of an archive, has instances.
  package var hasInstances: Bool { tape.hasInstances }

  /// Returns the document with anchors and aliases in place of marks, unless it has instances already.
  package func readingInstances(ofVersion1: Bool = false) throws(DecantError) -> Document {
    guard !hasInstances else { return self }
    return try InstanceReading.read(tape, ofVersion1: ofVersion1).map {
      Document($0.knowingAnchors)
    } ?? self
  }
}
