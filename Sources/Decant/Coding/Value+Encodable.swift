internal import FoundationEssentials

extension Value: Encodable {
  /// Says the value as it is, with each digit of its numbers and its keys in order.
  ///
  /// The keys of a mapping must be strings. Encoders that are not of this library take numbers as integers or
  /// doubles.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TreeEncoder {
      return try encoder.tree.say(self, at: encoder.node)
    }
    switch self {
    case .sequence(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .mapping(let mapping):
      var container = encoder.container(keyedBy: EventKey.self)
      for (key, value) in mapping {
        guard let name = key.string else {
          throw EncodingError.keyWithoutName(key, at: encoder.codingPath)
        }
        try container.encode(value, forKey: EventKey(stringValue: name))
      }
    default:
      var container = encoder.singleValueContainer()
      try encode(scalarIn: &container)
    }
  }

  private func encode(scalarIn container: inout any SingleValueEncodingContainer) throws {
    switch self {
    case .null, .sequence, .mapping: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .uid(let value): try container.encode(value)
    case .data(let bytes): try container.encode(Data(bytes))
    case .date(let date):
      let seconds = ReferenceDate.secondsSince2001(date.text)
      try container.encode(Date(timeIntervalSinceReferenceDate: seconds ?? .nan))
    case .number(let number):
      if let value = number.int64 {
        try container.encode(value)
      } else if let value = number.uint64 {
        try container.encode(value)
      } else {
        try container.encode(number.double ?? .infinity)
      }
    }
  }
}

extension EncodingTree {
  /// Gives a node a value and all that is in it.
  fileprivate func say(_ value: Value, at node: Int) throws {
    guard self[node].isVacant else { throw EncodingError.secondValue(at: path(of: node)) }
    switch value {
    case .null:
      // No sign stands for it here: a target without null is to refuse it.
      set(node, .null)
    case .bool(let value):
      set(node, value ? .true : .false)
    case .string(let value):
      try set(node, .string, text: value, flags: nil)
    case .number(let number):
      try say(number, at: node)
    case .date(let date):
      use(.dates)
      useEveryDigit()
      try set(node, .date, text: date.text, flags: .plainASCII)
    case .data(let bytes):
      try set(node, data: bytes)
    case .uid(let value):
      use(.uids)
      try set(node, .uid, text: "\(value)", flags: .plainASCII)
    case .sequence(let elements):
      try enter(value, at: node)
      defer { leave() }
      let sequence = begin(.beginSequence, at: node)
      for element in elements { try say(element, at: appendElement(to: sequence)) }
    case .mapping(let mapping):
      try enter(value, at: node)
      defer { leave() }
      try say(mapping, at: node)
    }
  }

  private func say(_ number: Number, at node: Int) throws {
    guard number.isFinite else {
      return try encode(Double(number.lexeme) ?? .nan, at: node)
    }
    useEveryDigit()
    try set(
      node, number.isInteger ? .integer : .real, text: number.lexeme, flags: .plainASCII)
  }

  private func say(_ mapping: Mapping, at node: Int) throws {
    let place = begin(.beginMapping, at: node)
    // Its keys are data, as those of a dictionary are.
    keepKeys(of: place)
    for (key, value) in mapping {
      guard let name = key.string else {
        throw EncodingError.keyWithoutName(key, at: path(of: node))
      }
      try say(value, at: setValue(of: name, in: place))
    }
  }
}
