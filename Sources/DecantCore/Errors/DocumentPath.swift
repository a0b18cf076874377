/// The path from the root of a document to a value: `/statuses/3/user`.
public struct DocumentPath: Sendable, Hashable, CustomStringConvertible {
  /// A step of a path.
  public enum Step: Sendable, Hashable {
    /// To the value of a key.
    case key(String)
    /// To an element of a sequence, counted from 0.
    case index(Int)

    /// Whether both lead to elements of the same index, or to keys of the same bytes.
    public static func == (first: Step, second: Step) -> Bool {
      switch (first, second) {
      case (.key(let first), .key(let second)): first.utf8.elementsEqual(second.utf8)
      case (.index(let first), .index(let second)): first == second
      default: false
      }
    }
  }

  /// The steps, beginning at the root.
  public var steps: [Step]

  /// Creates a path; without steps, it is the root.
  public init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// The path as an RFC 6901 JSON Pointer; empty for the root.
  public var description: String {
    steps.map { step in
      switch step {
      case .key(let key):
        "/" + key.escapingPointer
      case .index(let index):
        "/\(index)"
      }
    }.joined()
  }
}

extension String {
  /// A token of a JSON Pointer.
  package var escapingPointer: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return self
    }
    return String(
      unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
        switch scalar {
        case "~": result.append(contentsOf: "~0".unicodeScalars)
        case "/": result.append(contentsOf: "~1".unicodeScalars)
        default: result.append(scalar)
        }
      })
  }
}

/// The path that a reader shows in an error, from the last keys of the open mappings and the indices of the open sequences.
extension DocumentPath {
  package enum Collection {
    case mapping
    case sequence(Int?)
  }

  package init(_ keys: borrowing MappingKeys, through count: Int, _ collection: (Int) -> Collection)
  {
    steps = []
    var mappings = 0
    for depth in 0..<count {
      switch collection(depth) {
      case .mapping:
        if let key = keys.lastKey(ofMappingAt: mappings) { steps.append(.key(key)) }
        mappings += 1
      case .sequence(let index):
        if let index { steps.append(.index(index)) }
      }
    }
  }
}
