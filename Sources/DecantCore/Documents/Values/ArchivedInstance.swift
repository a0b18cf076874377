internal import DecantSystem

/// An instance in an archive, whose references all read the same content; or the class of a value, which has its content itself.
///
/// A change through one reference makes that a changed copy, as of any value; `InstanceChanges` joins the copies of a document.
@usableFromInline package final class ArchivedInstance: @unchecked Sendable {
  /// The name of the anchor; empty without identity.
  let name: KeyText
  /// The text of the tag with the class; nil for an instance without one.
  var classTag: String?
  /// Whether the content is the value of `$value`, as it is not a mapping.
  var isWrapped = false
  var isComplete = false
  // SAFETY: all of it is set while a document is read or each instance is changed, before another thread can have the value.
  @usableFromInline var content = Mapping()
  /// The content before each instance was changed.
  var original: Mapping?

  init(name: KeyText) {
    self.name = name
  }

  var hasIdentity: Bool { name != "" }

  /// The name of the class.
  package var className: String? {
    classTag?.split(separator: "\n").dropFirst().first.map(String.init)
  }

  /// Frees the content, through which instances may hold each other.
  func forget() {
    content = Mapping()
    original = nil
  }

  /// Returns an instance that contains itself, through others too, or nil.
  static func firstCyclic(of instances: [ArchivedInstance]) -> ArchivedInstance? {
    var counts: [ObjectIdentifier: Int] = [:]
    for instance in instances {
      for reference in instance.references { counts[ObjectIdentifier(reference), default: 0] += 1 }
    }
    // What is referred to by no instance that remains is removed.
    var removable = instances.filter { counts[ObjectIdentifier($0)] == nil }
    var left = instances.count
    while let instance = removable.popLast() {
      left -= 1
      for reference in instance.references {
        counts[ObjectIdentifier(reference), default: 0] -= 1
        if counts[ObjectIdentifier(reference)] == 0 { removable.append(reference) }
      }
    }
    return left > 0 ? instances.first { counts[ObjectIdentifier($0), default: 0] > 0 } : nil
  }

  private var references: [ArchivedInstance] {
    var references: [ArchivedInstance] = []
    var values = content.values.map { $0 }
    while let value = values.popLast() {
      switch value {
      case .sequence(let elements): values += elements
      case .mapping(let mapping):
        if let instance = mapping.instance {
          references.append(instance)
        } else {
          values += mapping.values
        }
      default: break
      }
    }
    return references
  }
}

/// The changed copies of the instances in a value, joined key by key.
struct InstanceChanges {
  private(set) var instances: [ArchivedInstance] = []
  private var copies: [ObjectIdentifier: [Mapping]] = [:]

  init(in root: Value) {
    var values = [root]
    var known: Set<ObjectIdentifier> = []
    while let value = values.popLast() {
      switch value {
      case .sequence(let elements): values += elements.reversed()
      case .mapping(let mapping):
        if let instance = mapping.instance {
          if known.insert(ObjectIdentifier(instance)).inserted {
            instances.append(instance)
            values += instance.content.values
          }
          guard mapping.isChanged else { continue }
          copies[ObjectIdentifier(instance), default: []].append(mapping)
        }
        values += mapping.values.reversed()
      default: break
      }
    }
  }

  /// Returns the content of an instance with the changes of all copies; throws if two changes of a key differ.
  func content(of instance: ArchivedInstance) throws(DecantError) -> Mapping {
    let original = instance.original ?? instance.content
    var versions = copies[ObjectIdentifier(instance)] ?? []
    if instance.original != nil { versions.insert(instance.content, at: 0) }
    guard let first = versions.first else { return original }
    // Its order of keys too.
    var result = first.plain
    var changes: [Value: Value?] = [:]
    for (number, version) in versions.enumerated() {
      let keys = version.keys.map { $0 } + original.keys.filter { version.index(forKey: $0) == nil }
      for key in keys {
        let value = version[forKey: key]
        guard !Self.isSame(value, original[forKey: key]) else { continue }
        if let earlier = changes.updateValue(value, forKey: key), !Self.isSame(earlier, value) {
          throw DecantError(.changedTwice(key.string ?? key.description))
        }
        if number > 0 { result[forKey: key] = value }
      }
    }
    return result
  }

  /// Whether both are written alike, if each instance is a reference.
  private static func isSame(_ first: Value?, _ second: Value?) -> Bool {
    switch (first, second) {
    case (.mapping(let first), .mapping(let second)):
      guard first.instance == nil, second.instance == nil else {
        return first.instance === second.instance
      }
      return first.count == second.count && first.classTag == second.classTag
        && zip(first, second).allSatisfy { first, second in
          first.key == second.key && StackRoom.deeper { isSame(first.value, second.value) }
        }
    case (.sequence(let first), .sequence(let second)):
      return first.count == second.count
        && zip(first, second).allSatisfy { first, second in
          StackRoom.deeper { isSame(first, second) }
        }
    case (.number(let first), .number(let second)): return first.lexeme == second.lexeme
    default: return first == second
    }
  }
}

/// The instances of a value that is written: each has its content where the document had it if that place remains, or else at
/// its first place, and is an alias elsewhere.
struct WrittenInstances {
  private let root: Value
  private lazy var changes = InstanceChanges(in: root)
  private var contents: [ObjectIdentifier: Mapping] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  private var defined: Set<ObjectIdentifier> = []
  /// The instances whose definitions remain.
  private var reached: Set<ObjectIdentifier>?

  init(root: Value) {
    self.root = root
  }

  mutating func name(of instance: ArchivedInstance) -> String {
    let id = ObjectIdentifier(instance)
    let name = names[id] ?? "s\(names.count + 1)"
    names[id] = name
    return name
  }

  mutating func content(of instance: ArchivedInstance) throws(DecantError) -> Mapping {
    if let known = contents[ObjectIdentifier(instance)] { return known }
    let content = try changes.content(of: instance)
    contents[ObjectIdentifier(instance)] = content
    return content
  }

  /// Whether the content is written at this place.
  mutating func defines(
    _ instance: ArchivedInstance, isDefinition: Bool
  ) throws(DecantError) -> Bool {
    let id = ObjectIdentifier(instance)
    guard !defined.contains(id) else { return false }
    if !isDefinition {
      if reached == nil { try findDefinitions() }
      guard reached?.contains(id) != true else { return false }
    }
    defined.insert(id)
    return true
  }

  private mutating func findDefinitions() throws(DecantError) {
    var reached: Set<ObjectIdentifier> = []
    var values = [root]
    while let value = values.popLast() {
      switch value {
      case .sequence(let elements): values += elements
      case .mapping(let mapping):
        guard let instance = mapping.instance else {
          values += mapping.values
          continue
        }
        guard mapping.isDefinition, reached.insert(ObjectIdentifier(instance)).inserted else {
          continue
        }
        values += try content(of: instance).values
      default: break
      }
    }
    self.reached = reached
  }
}
