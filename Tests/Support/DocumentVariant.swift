public import Decant

/// A document that differs from another in one place, for checks by a schema.
public enum DocumentVariant {
  private static let scalars: [Value] = [
    nil, true, false, 0, 1, -1, 2, 1.5, 12, 100, "", "a", "foo", "bar", "a longer text", [], [:],
    [1, 2], [1, 1], ["foo", 1, nil], ["foo": 1], ["bar": "x", "foo": nil],
  ]
  private static let keys = ["foo", "bar", "baz", "a", "x", "name", "additional", ""]

  public static func of(_ value: Value, _ generator: inout SeededGenerator) -> Value {
    var variant = value
    change(&variant, &generator)
    return variant
  }

  private static func change(_ value: inout Value, _ generator: inout SeededGenerator) {
    func any(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let choice = any(8)
    switch value {
    case .sequence(var items) where choice > 0:
      if items.isEmpty || choice == 1 {
        items.insert(scalars[any(scalars.count)], at: any(items.count + 1))
      } else if choice == 2 {
        items.remove(at: any(items.count))
      } else if choice == 3 {
        items.append(items[any(items.count)])
      } else {
        change(&items[any(items.count)], &generator)
      }
      value = .sequence(items)
    case .mapping(var members) where choice > 0:
      let known = members.map(\.key)
      if known.isEmpty || choice == 1 {
        members[forKey: .string(keys[any(keys.count)])] = scalars[any(scalars.count)]
      } else if choice == 2 {
        members[forKey: known[any(known.count)]] = nil as Value?
      } else {
        let key = known[any(known.count)]
        var member = members[forKey: key] ?? nil
        change(&member, &generator)
        members[forKey: key] = member
      }
      value = .mapping(members)
    default:
      value = scalars[any(scalars.count)]
    }
  }
}
