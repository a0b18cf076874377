import Foundation

/// A random property list, or one that Foundation has read, for comparison.
public indirect enum BinaryPropertyListValue: Hashable, Sendable {
  case boolean(Bool)
  case integer(Int128)
  /// The bit pattern of a double, which distinguishes -0.0 and equates NaN.
  case real(UInt64)
  case string(String)
  case date(UInt64)
  case data([UInt8])
  case sequence([Self])
  case mapping([Pair])

  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: BinaryPropertyListValue

    public init(key: String, value: BinaryPropertyListValue) {
      self.key = key
      self.value = value
    }
  }

  public static func mapping(unordered pairs: [Pair]) -> Self {
    .mapping(
      pairs.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) })
  }

  public var foundation: Any {
    switch self {
    case .boolean(let value): value
    case .integer(let value):
      value > Int128(Int64.max)
        ? NSNumber(value: UInt64(value)) : NSNumber(value: Int64(value))
    case .real(let bits): NSNumber(value: Double(bitPattern: bits))
    case .string(let text): text
    case .date(let bits): Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    case .data(let bytes): Data(bytes)
    case .sequence(let elements): elements.map(\.foundation)
    case .mapping(let pairs):
      Dictionary(uniqueKeysWithValues: pairs.map { ($0.key, $0.value.foundation) })
    }
  }

  /// Returns nil if a property list cannot contain the object.
  public init?(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate.bitPattern)
    case let data as Data: self = .data(Array(data))
    case let elements as [Any]: self = .sequence(elements.compactMap { Self($0) })
    case let pairs as [String: Any]:
      self = .mapping(
        unordered: pairs.compactMap { key, value in
          Self(value).map { Pair(key: key, value: $0) }
        })
    case let number as NSNumber: self.init(number)
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    // SAFETY: the type is a string that lives as long as the program.
    switch unsafe String(cString: number.objCType) {
    case "B", "c": self = .boolean(number.boolValue)
    case "d", "f": self = .real(number.doubleValue.bitPattern)
    case "Q": self = .integer(Int128(number.uint64Value))
    default:
      self = .integer(Int128(number.int64Value))
    }
  }
}

extension BinaryPropertyListValue {
  public static func random(seed: UInt64, size: Int = 60) -> Self {
    var source = RandomSource(generator: SeededGenerator(seed: seed), room: size)
    return source.value(depth: 0)
  }

  private struct RandomSource {
    var generator: SeededGenerator
    var room: Int

    mutating func pick(_ range: ClosedRange<Int>) -> Int {
      Int.random(in: range, using: &generator)
    }

    mutating func value(depth: Int) -> BinaryPropertyListValue {
      room -= 1
      switch pick(0...(depth < 8 && room > 0 ? 10 : 6)) {
      case 0: return .boolean(pick(0...1) == 1)
      case 1: return .integer(integer())
      case 2: return .real(real().bitPattern)
      case 3: return .date(date().bitPattern)
      case 4: return .data((0..<pick(0...40)).map { _ in UInt8(pick(0...255)) })
      case 5, 6: return .string(string())
      case 7, 8: return .sequence((0..<count()).map { _ in value(depth: depth + 1) })
      default:
        var pairs: [String: BinaryPropertyListValue] = [:]
        for _ in 0..<count() { pairs[string()] = value(depth: depth + 1) }
        return .mapping(unordered: pairs.map { Pair(key: $0.key, value: $0.value) })
      }
    }

    mutating func count() -> Int { pick(0...20) == 0 ? pick(14...300) : pick(0...6) }

    mutating func integer() -> Int128 {
      let bits = generator.next() >> UInt64(pick(0...63))
      switch pick(0...3) {
      case 0: return Int128(bits)
      case 1: return -Int128(bits >> 1) - 1
      default: return Int128(bits % 300)
      }
    }

    mutating func real() -> Double {
      switch pick(0...4) {
      case 0: return Double(bitPattern: generator.next() & ~(1 << 62))
      case 1: return Double(pick(-1000...1000)) / 8
      case 2: return Double(pick(-100_000...100_000)) / 1000
      case 3:
        return [0, -0.0, Double.infinity, -Double.infinity, .leastNonzeroMagnitude, 1e308][
          pick(0...5)]
      default: return Double.random(in: -200...200, using: &generator)
      }
    }

    mutating func date() -> Double {
      switch pick(0...2) {
      case 0: Double(pick(-2_000_000_000...2_000_000_000))
      case 1: Double(pick(-2_000_000_000...2_000_000_000)) / 1000
      default: Double.random(in: -1e11...1e11, using: &generator)
      }
    }

    mutating func string() -> String {
      let length = pick(0...15) == 0 ? pick(14...300) : pick(0...12)
      let isASCII = pick(0...2) > 0
      var text = String.UnicodeScalarView()
      for _ in 0..<length {
        let value =
          switch isASCII ? 0 : pick(0...4) {
          case 0, 1: pick(0...9) == 0 ? pick(1...0x1F) : pick(0x20...0x7E)
          case 2: pick(0x80...0x7FF)
          case 3: pick(0xE000...0xFFFD)
          default: pick(0x1_0000...0x10_FFFF)
          }
        if let scalar = Unicode.Scalar(UInt32(value)) { text.append(scalar) }
      }
      return String(text)
    }
  }
}
