internal import DecantSystem

// Values of archives in which instances have identity: every reference to an instance has its content, so that a migration finds
// the same keys whether an instance is shared or not. A change through one reference is a changed copy; copies are joined.

extension Document {
  /// Returns the document as `change` changes its value.
  package func changing(_ change: (inout Value) throws -> Void) throws -> Document {
    var (value, instances) = try tape.valueWithInstances(of: 0)
    defer { for instance in instances { instance.forget() } }
    try change(&value)
    return try Document(value)
  }
}

extension Value {
  /// Calls `change` with each instance of an archived document once, however many references it has.
  ///
  ///     try document.forEachInstance { note in
  ///       note["comment"] = note["remark"]
  ///       note["remark"] = nil
  ///     }
  ///
  /// With a class name, only instances of that class are changed; an instance may have none. Changes that contradict each
  /// other, through several references, are an error.
  public mutating func forEachInstance(
    of className: String? = nil, _ change: (inout Value) throws -> Void
  ) throws {
    let instances = try joinCopies()
    for instance in instances where className == nil || instance.className == className {
      var value = Value.mapping(Mapping(referringTo: instance))
      try change(&value)
      guard case .mapping(let mapping) = value, mapping.instance === instance else {
        throw DecantError(.changedTwice(SharedKey.id))
      }
      guard mapping.isChanged else { continue }
      instance.original = instance.content
      instance.content = mapping.plain
    }
    _ = try joinCopies()
  }

  /// Joins the changed copies of each instance, so that each reference has all changes; returns the instances.
  private mutating func joinCopies() throws(DecantError) -> [ArchivedInstance] {
    let changes = InstanceChanges(in: self)
    guard !changes.instances.isEmpty else { return [] }
    let contents = try changes.instances.map { (instance) throws(DecantError) in
      try changes.content(of: instance)
    }
    for (instance, content) in zip(changes.instances, contents) {
      instance.content = content.mapValues { $0.withoutCopies }
      instance.original = nil
    }
    self = withoutCopies
    return changes.instances
  }

  /// The value with references in place of changed copies.
  private var withoutCopies: Value {
    switch self {
    case .sequence(let elements):
      .sequence(elements.map { element in StackRoom.deeper { element.withoutCopies } })
    case .mapping(let mapping):
      if let instance = mapping.instance {
        .mapping(Mapping(referringTo: instance, isDefinition: mapping.isDefinition))
      } else {
        .mapping(mapping.mapValues { value in StackRoom.deeper { value.withoutCopies } })
      }
    default: self
    }
  }
}
