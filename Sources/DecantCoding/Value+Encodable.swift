public import DecantCore

extension Value: Encodable {
  /// Encodes the value unchanged, with the digits of its numbers and the order of its keys.
  ///
  /// The keys of mappings must be strings. Other libraries' encoders receive numbers as integers or
  /// doubles.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TapeEncoder {
      try encoder.tape.expectNothing(at: encoder.start)
      return try encoder.tape.append(tree: self)
    }
    switch self {
    case .sequence(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .mapping(let mapping):
      var container = encoder.container(keyedBy: EventKey.self)
      for (key, value) in mapping {
        guard let name = key.string else {
          throw EncodingProblem.keyWithoutName.error(key, at: encoder.codingPath)
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
    case .localTime(let time): try container.encode(time.text)
    case .data(let bytes): try container.encode(data: bytes)
    case .date(let date): try container.encode(date)
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

extension EncodingTape {
  fileprivate func append(tree value: Value) throws {
    switch value {
    case .null:
      try encodeNil()
    case .bool(let value):
      encode(value)
    case .string(let value):
      try encode(value)
    case .number(let number):
      try append(number)
    case .date(let date):
      session.used.insert(.dates)
      session.useEveryDigit()
      try append(.date, text: date.text, flags: .plainASCII)
    case .localTime(let time):
      session.used.insert(.localTimes)
      try append(.localTime, text: time.text, flags: .plainASCII)
    case .data(let bytes):
      try append(data: bytes)
    case .uid(let value):
      session.used.insert(.uids)
      try append(.uid, text: "\(value)", flags: .plainASCII)
    case .sequence(let elements):
      try session.enter(value, on: self)
      defer { session.leave() }
      begin(.beginSequence)
      for element in elements { try append(tree: element) }
      endCollection()
    case .mapping(let mapping):
      try session.enter(value, on: self)
      defer { session.leave() }
      guard let instance = mapping.instance, !mapping.isChanged else { return try append(mapping) }
      session.instances.deferReference(at: session.placeholders.count)
      try tape(forContentOf: instance)?.append(mapping)
    }
  }

  private func append(_ number: Number) throws {
    guard number.isFinite else { return try encode(Double(number.lexeme) ?? .nan) }
    session.useEveryDigit()
    try append(
      number.isInteger ? .integer : .real, text: number.lexeme, flags: .plainASCII)
  }

  private func append(_ mapping: Mapping) throws {
    if session.classes != nil, let tag = mapping.classTag {
      try append(.tag, text: tag, flags: .isInstance)
    }
    if let value = mapping.wrapped { return try append(tree: value) }
    // Like the keys of a dictionary, these are data.
    let start = count
    begin(.beginMapping, flags: .hasDataKeys)
    for (key, value) in mapping {
      guard let name = key.string else {
        throw EncodingProblem.keyWithoutName.error(key, at: path(of: start))
      }
      try append(.string, text: name, flags: [.isKey, .hasDataKeys])
      try append(tree: value)
    }
    endCollection()
  }
}
