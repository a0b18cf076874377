internal import DecantSystem

extension Value: Hashable {
  /// Whether both have the same content, compared as ``Value`` describes.
  public static func == (first: Value, second: Value) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.bool(let first), .bool(let second)): first == second
    case (.number(let first), .number(let second)): first == second
    case (.string(let first), .string(let second)): first.hasSameBytes(as: second)
    case (.date(let first), .date(let second)): first == second
    case (.localTime(let first), .localTime(let second)): first == second
    case (.data(let first), .data(let second)): first == second
    case (.uid(let first), .uid(let second)): first == second
    case (.sequence(let first), .sequence(let second)): StackRoom.deeper { first == second }
    case (.mapping(let first), .mapping(let second)): StackRoom.deeper { first == second }
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): value.hashBytes(into: &hasher)
    case .date(let value): hasher.combine(value)
    case .localTime(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .uid(let value): hasher.combine(value)
    case .sequence(let value): StackRoom.deeper { hasher.combine(value) }
    case .mapping(let value): StackRoom.deeper { hasher.combine(value) }
    }
  }
}
