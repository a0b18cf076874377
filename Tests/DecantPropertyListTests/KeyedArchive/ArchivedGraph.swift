import DecantTestSupport
import Foundation

/// A random graph of objects of Foundation's classes and of one that can refer to any other object.
struct ArchivedGraph {
  let root: NSObject
  private var random: SeededGenerator
  private var pool: [NSObject] = []
  private let isTree: Bool

  /// Creates a graph; one without cycles has only what Foundation can unarchive on Linux.
  init(seed: UInt64, hasCycles: Bool) {
    random = SeededGenerator(seed: seed)
    isTree = !hasCycles
    let node = ArchivedNode()
    root = node
    if hasCycles { pool.append(node) }
    fill(node, depth: 4)
  }

  private mutating func fill(_ node: ArchivedNode, depth: Int) {
    node.number = Int.random(in: -300...300, using: &random)
    node.real = Double(Int.random(in: -8...8, using: &random)) / 4
    node.isOn = Bool.random(using: &random)
    node.bytes = (0..<Int.random(in: 0...3, using: &random)).map { UInt8($0) }
    node.first = object(depth: depth - 1)
    node.second = Bool.random(using: &random) ? object(depth: depth - 1) : nil
    node.weak = Bool.random(using: &random) ? node.first : NSMutableArray()
  }

  private mutating func object(depth: Int) -> NSObject {
    if !pool.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
      return pool[Int.random(in: 0..<pool.count, using: &random)]
    }
    let object = depth > 0 ? collection(depth: depth) : scalar()
    pool.append(object)
    return object
  }

  private mutating func elements(depth: Int) -> [NSObject] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in object(depth: depth - 1) }
  }

  private mutating func collection(depth: Int) -> NSObject {
    switch Int.random(in: 0..<11, using: &random) {
    case 0: return NSArray(array: elements(depth: depth))
    case 1: return NSMutableArray(array: elements(depth: depth))
    case 2, 3:
      let values = elements(depth: depth)
      let keys = values.indices.map { NSString(string: ["a", "b", "$class", "d é", ""][$0]) }
      return Bool.random(using: &random)
        ? NSDictionary(objects: values, forKeys: keys)
        : NSMutableDictionary(objects: values, forKeys: keys)
    case 4: return NSSet(array: scalars())
    case 5: return NSMutableSet(array: scalars())
    case 6: return NSOrderedSet(array: orderedScalars())
    case 7: return NSMutableOrderedSet(array: orderedScalars())
    case 8: return NSCountedSet(array: scalars() + scalars())
    default:
      let node = ArchivedNode()
      if !isTree { pool.append(node) }
      fill(node, depth: depth)
      return node
    }
  }

  /// Elements of a set; on Linux, Foundation fails for some numbers that are equal but not of the same type.
  private mutating func scalars() -> [NSObject] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      switch Int.random(in: 0..<7, using: &random) {
      case 0: NSNumber(value: Int.random(in: -5...5, using: &random))
      case 3: NSNumber(value: Double(Int.random(in: -5...5, using: &random)) + 0.25)
      case 4: NSURL(string: "https://example.com/a?b#c") ?? NSURL(fileURLWithPath: "/")
      case 5: NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? NSUUID()
      case 1: NSDate(timeIntervalSinceReferenceDate: Double.random(in: -9e8...9e8, using: &random))
      case 2: NSData(data: Data([1, UInt8.random(in: 0...9, using: &random)]))
      default: NSString(string: ["x", "y", "", "1"].randomElement(using: &random) ?? "")
      }
    }
  }

  /// A text that no other object of the graph has.
  ///
  /// On Linux, ordered sets and attributed strings that are equal have hashes that differ. Foundation's archiver looks
  /// objects up by their hashes, and now and then ends with a trap.
  private var uniqueText: String { "text \(pool.count)" }

  private mutating func orderedScalars() -> [NSObject] {
    scalars() + [NSString(string: uniqueText)]
  }

  /// A null of a document is one object, as it is on Apple's systems.
  private static let null = NSNull()

  private mutating func scalar() -> NSObject {
    switch Int.random(in: 0..<(isTree ? 14 : 16), using: &random) {
    case 0:
      return NSString(
        string: ["x", "y", "", "tomorrow 😀", "1", "true"].randomElement(using: &random) ?? "")
    case 1: return NSMutableString(string: "mutable")
    case 2: return NSNumber(value: Int.random(in: -5...5, using: &random))
    case 3: return NSNumber(value: UInt64.max - UInt64(Int.random(in: 0...2, using: &random)))
    case 4: return NSNumber(value: Double.random(in: -1...1, using: &random))
    case 5: return NSNumber(value: Bool.random(using: &random))
    case 6:
      return NSDate(timeIntervalSinceReferenceDate: Double.random(in: -9e8...9e8, using: &random))
    case 7: return NSData(data: Data([1, 2, UInt8.random(in: 0...9, using: &random)]))
    case 8: return Self.null
    case 9: return NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? NSUUID()
    case 10: return NSURL(string: "https://example.com/a?b#c") ?? NSURL(fileURLWithPath: "/")
    case 11:
      return NSURL(string: "d/e", relativeTo: URL(string: "https://example.com/a/"))
        ?? NSURL(fileURLWithPath: "/")
    case 12: return NSValue(range: NSRange(location: 3, length: 4))
    case 13: return NSValue(point: NSPoint(x: 1.5, y: -2))
    case 14:
      return NSMutableAttributedString(
        string: uniqueText, attributes: [NSAttributedString.Key("k"): "v"])
    default:
      let text = NSMutableAttributedString(string: uniqueText + " more")
      text.addAttribute(
        NSAttributedString.Key("k"), value: "v", range: NSRange(location: 1, length: 3))
      return text
    }
  }
}

final class ArchivedNode: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  var number = 0
  var real = 0.0
  var isOn = false
  var bytes: [UInt8] = []
  var first: NSObject?
  var second: NSObject?
  var weak: NSObject?

  override init() {}

  init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "number")
    real = coder.decodeDouble(forKey: "$real")
    isOn = coder.decodeBool(forKey: "$$on")
    first = coder.decodeObject(forKey: "first") as? NSObject
    second = coder.decodeObject(forKey: "second") as? NSObject
    // A conditional object is left out if no other encodes it.
    if coder.containsValue(forKey: "weak") {
      weak = coder.decodeObject(forKey: "weak") as? NSObject
    }
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(real, forKey: "$real")
    coder.encode(isOn, forKey: "$$on")
    // SAFETY: the archiver copies the bytes during the call.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe coder.encodeBytes(bytes.baseAddress, length: bytes.count, forKey: "bytes")
    }
    coder.encode(first, forKey: "first")
    coder.encode(second, forKey: "second")
    coder.encodeConditionalObject(weak, forKey: "weak")
  }

  /// A description of an object without cycles, with the classes that Foundation keeps.
  static func text(of object: Any?) -> String {
    switch object {
    case nil: return "nil"
    case let set as NSCountedSet:
      return "counted" + set.map { "\(text(of: $0))×\(set.count(for: $0))" }.sorted().description
    case let set as NSMutableSet: return "mutable set" + set.map(text).sorted().description
    case let set as NSSet: return "set" + set.map(text).sorted().description
    case let set as NSOrderedSet:
      let kind = set is NSMutableOrderedSet ? "mutable " : ""
      return kind + "ordered" + set.array.map(text).description
    case let array as NSArray:
      return (array is NSMutableArray ? "mutable " : "") + array.map(text).description
    case let dictionary as NSDictionary:
      let pairs = dictionary.map { "\(text(of: $0.key)): \(text(of: $0.value))" }
      return (dictionary is NSMutableDictionary ? "mutable " : "") + pairs.sorted().description
    case let node as ArchivedNode:
      let values = [node.first, node.second, node.weak].map(text)
      return "node(\(node.number) \(node.real) \(node.isOn) \(values))"
    case let number as NSNumber: return "number \(number.stringValue)"
    case let date as NSDate: return "date \(date.timeIntervalSinceReferenceDate)"
    case let url as NSURL: return "url \(url.relativeString) \(url.baseURL?.absoluteString ?? "-")"
    case let object?: return "\(type(of: object)) \(object)"
    }
  }
}
