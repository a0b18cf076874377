// Values on tapes. Both ways keep what is open on a stack, so nesting does not recurse.

extension Tape {
  /// Appends the events of a value.
  package mutating func append(_ value: Value) throws(DecantError) {
    var open: [OpenValue] = []
    var instances = WrittenInstances(root: value)
    try append(value, [], &open, &instances)
    while let top = open.indices.last {
      if let (next, flags) = open[top].next() {
        try append(next, flags, &open, &instances)
      } else {
        try append(open.removeLast().isMapping ? .endMapping : .endSequence)
      }
    }
  }

  private struct OpenValue {
    let collection: Value
    let isMapping: Bool
    var position = 0

    @inline(__always)
    mutating func next() -> (value: Value, flags: Event.Flags)? {
      defer { position += 1 }
      switch collection {
      case .sequence(let elements) where position < elements.count:
        return (elements[position], [])
      case .mapping(let mapping) where position < 2 * mapping.count:
        let isKey = position.isMultiple(of: 2)
        return isKey
          ? (mapping.key(at: position / 2), .isKey) : (mapping.value(at: position / 2), [])
      default:
        return nil
      }
    }
  }

  private mutating func append(
    _ instance: ArchivedInstance, isDefinition: Bool, _ flags: Event.Flags,
    _ open: inout [OpenValue], _ instances: inout WrittenInstances
  ) throws(DecantError) {
    let name = instances.name(of: instance)
    guard try instances.defines(instance, isDefinition: isDefinition) else {
      return try append(.alias, name, flags: .ofInstance)
    }
    try append(.anchor, name, flags: .ofInstance)
    if let tag = instance.classTag { try append(.tag, tag, flags: .isInstance) }
    let content = try instances.content(of: instance)
    let value = instance.isWrapped && content.count == 1 ? content[SharedKey.value] : nil
    try append(value ?? .mapping(content), flags, &open, &instances)
  }

  private mutating func append(
    _ value: Value, _ flags: Event.Flags, _ open: inout [OpenValue],
    _ instances: inout WrittenInstances
  ) throws(DecantError) {
    let plain = flags.union(.plainASCII)
    switch value {
    case .null: try append(.null, flags: flags)
    case .bool(let value): try append(value ? .true : .false, flags: flags)
    case .number(let number):
      try append(
        number.isInteger ? .integer : .real, number.lexeme,
        flags: number.isFinite ? plain : flags.union([.isASCII, .isNonFinite]))
    case .string(let text): try append(.string, text, flags: flags)
    case .date(let date): try append(.date, date.text, flags: plain)
    case .localTime(let time): try append(.localTime, time.text, flags: plain)
    case .data(let bytes):
      try bytes.withBytes { (bytes) throws(DecantError) in
        try append(.data, text: bytes, flags: flags)
      }
    case .uid(let number): try append(.uid, String(number), flags: plain)
    case .sequence:
      try append(.beginSequence, flags: flags)
      open.append(OpenValue(collection: value, isMapping: false))
    case .mapping(let mapping):
      if let instance = mapping.instance {
        return try append(
          instance, isDefinition: mapping.isDefinition, flags, &open, &instances)
      }
      if let tag = mapping.classTag {
        try append(.tag, tag, flags: .isInstance)
        return try append(mapping.wrapped ?? .mapping(mapping.plain), flags, &open, &instances)
      }
      let isPlain = mapping.keys.allSatisfy { $0.string != nil }
      try append(.beginMapping, flags: isPlain ? flags : flags.union(.hasNonStringKeys))
      open.append(OpenValue(collection: value, isMapping: true))
    }
  }

  private mutating func append(
    _ kind: Event.Kind, _ text: String = "", flags: Event.Flags = []
  ) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      try append(kind, text: text, flags: flags)
    }
  }

  private mutating func append(
    _ kind: Event.Kind, text: RawSpan, flags: Event.Flags
  ) throws(DecantError) {
    guard text.byteCount <= EventBatch.longestText else { throw DecantError(.tooLong) }
    try append(
      Event(kind, flags: flags, at: 0, textAt: 0, count: text.byteCount), text, at: origin)
  }

  /// Returns a node as a value; throws if an instance in it contains itself, whose value would never be freed.
  package func value(of node: Int) throws(DecantError) -> Value {
    let (value, instances) = try valueWithInstances(of: node)
    guard let cyclic = ArchivedInstance.firstCyclic(of: instances) else { return value }
    for instance in instances { instance.forget() }
    throw DecantError(.cyclicAlias(cyclic.name.string), offset: offset(at: node))
  }

  /// Returns a node as a value, and the instances in it, which the caller has to make forget their contents.
  func valueWithInstances(
    of node: Int
  ) throws(DecantError) -> (Value, [ArchivedInstance]) {
    var builder = ValueBuilder()
    try add(node, to: &builder)
    guard let root = builder.root else {
      throw DecantError(.malformedEvents("a document without a node"))
    }
    // Their definitions are outside of the node.
    var anchors: [KeyText: Int]?
    while let missing = builder.nextMissing() {
      let known = anchors ?? anchorsOfInstances
      anchors = known
      guard let anchor = known[missing] else {
        throw DecantError(.malformedEvents("an alias of no anchor"), offset: offset(at: node))
      }
      try add(anchor, to: &builder)
    }
    return (root, Array(builder.instances.values))
  }

  private func add(_ node: Int, to builder: inout ValueBuilder) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      for index in node..<end(of: node) {
        do throws(DecantError) {
          try builder.add(entries[index], text: text.extracting(entries[index].textRange))
        } catch {
          var error = error
          error.offset = offset(at: index)
          throw error
        }
      }
    }
  }
}
