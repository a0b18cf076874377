internal import DecantCoding
internal import DecantCore
internal import DecantTypes

/// A scalar that containers decode without an initializer, and the values that are tried.
struct Primitive<T> {
  let shape: TypeGraph.Content
  let candidates: [Value]
  /// Whether the candidates are all values of the type.
  var isComplete = false
  let read: (Value) -> T?

  /// Creates the scalar that a type is; nil if it is another type.
  init?(_ type: T.Type) {
    if type == Bool.self {
      self.init(shape: .bool, candidates: [false, true], isComplete: true) { $0.bool as? T }
    } else if type == String.self {
      self.init(shape: .string(format: nil), candidates: Candidates.texts) { $0.string as? T }
    } else if type == Double.self {
      self.init(shape: .number(.double), candidates: Candidates.numbers) { $0.double as? T }
    } else if type == Float.self {
      self.init(shape: .number(.double), candidates: Candidates.numbers) {
        $0.double.map { Float($0) } as? T
      }
    } else if let integer = type as? any FixedWidthInteger.Type {
      self = Self.integer(integer)
    } else {
      return nil
    }
  }

  private init(
    shape: TypeGraph.Content, candidates: [Value], isComplete: Bool = false,
    read: @escaping (Value) -> T?
  ) {
    self.shape = shape
    self.candidates = candidates
    self.isComplete = isComplete
    self.read = read
  }

  private static func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Self {
    // Those of 64 bits are the integers that programs have.
    let greatest = Integer.bitWidth < 64 ? UInt64(Integer.max) : nil
    let least = Integer.isSigned && Integer.bitWidth >= 64 ? nil : Int64(Integer.min)
    let number = TypeGraph.Number.integer(least: least, greatest: greatest)
    return Self(shape: .number(number), candidates: Candidates.integers) { value in
      value.int.flatMap { Integer(exactly: $0) } as? T
    }
  }
}

/// Types of the libraries that decant's decoders decode as scalars.
enum KnownScalar {
  /// Returns what decant decodes as a type that it knows, and a value of it; nil for other types.
  static func of<T>(_ type: T.Type, _ probe: TypeProbe) -> (shape: TypeGraph.Content, value: T)? {
    if type == Value.self { return (Value.mapping([:]) as? T).map { (.any, $0) } }
    return foundation(type, probe)
  }
}

/// Values of scalars that types often require.
private enum Candidates {
  static let integers: [Value] = [1, 0, 2, 10, 100, 1000, -1, 2000]
  static let numbers: [Value] = integers + [0.5]
  /// Texts of identifiers, numbers, places, dates and data.
  static let texts: [Value] = [
    "a", "", "1", "00000000-0000-0000-0000-000000000000", "https://example.com/a",
    "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.000Z", "Mon, 1 Jan 2001 00:00:00 +0000",
    "2001-01-01", "1.0.0", "AAAA", "a@example.com", "/a", "#000000", "en",
    "true",
  ]
}
