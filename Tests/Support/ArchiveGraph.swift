import Decant
import DecantCore

/// The objects of a keyed archive, read as an ordinary property list.
public struct ArchiveGraph {
  private let objects: [Value]
  private let top: Value

  public init(_ bytes: [UInt8]) throws {
    let list = try Document(parsing: bytes, as: .propertyList).value
    objects = list["$objects"]?.array ?? []
    top = list["$top"] ?? .null
  }

  public var count: Int { objects.count }

  /// The number of objects with a class.
  public var instanceCount: Int { objects.count { $0["$class"] != nil } }

  /// Returns where the graphs differ, or nil if they have the same shape and values: an object of one is always the
  /// same object of the other, except strings, numbers and bytes, which have no identity.
  public func difference(from other: ArchiveGraph) -> String? {
    var partners: [UInt64: UInt64] = [:]
    var reverse: [UInt64: UInt64] = [:]
    var rest = [(top, other.top, "$top")]
    while let (first, second, path) = rest.popLast() {
      switch (first, second) {
      case (.uid(let one), .uid(let two)):
        let (object, partner) = (resolved(one), other.resolved(two))
        guard object?["$class"] != nil, partner?["$class"] != nil else {
          if object != partner { return path }
          continue
        }
        if let known = partners[one] {
          if known != two { return "\(path) is another object" }
          continue
        }
        guard reverse[two] == nil else { return "\(path) is the same object" }
        partners[one] = two
        reverse[two] = one
        rest.append((object ?? .null, partner ?? .null, path))
      case (.sequence(let one), .sequence(let two)):
        guard one.count == two.count else { return "\(path) has another length" }
        for index in one.indices { rest.append((one[index], two[index], "\(path)/\(index)")) }
      case (.mapping(let one), .mapping(let two)):
        guard one.count == two.count else { return "\(path) has other keys" }
        for (key, value) in one {
          guard let partner = second[key.string ?? ""] else { return "\(path) has other keys" }
          if key.string == "$class" {
            guard self.class(value) == other.class(partner) else {
              return "\(path) has another class"
            }
          } else {
            rest.append((value, partner, "\(path)/\(key)"))
          }
        }
      default:
        if first != second { return path }
      }
    }
    return nil
  }

  private func resolved(_ number: UInt64) -> Value? {
    guard number < objects.count, objects[Int(number)] != .string("$null") else { return nil }
    return objects[Int(number)]
  }

  private func `class`(_ reference: Value) -> Value? { reference.uid.flatMap(resolved) }
}
