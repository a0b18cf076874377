import DecantTestSupport
import Foundation
import Testing
import Decant

@Suite struct KeyedArchiveOracleTests {
  /// The archiver stores equal numbers once, so `true` can become 1.
  @Test(arguments: UInt64(1)...200)
  func readsWhatFoundationArchives(seed: UInt64) throws {
    let value = BinaryPropertyListValue.random(seed: seed, size: 40)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: value.object, requiringSecureCoding: false)
    let document = try Document(parsing: Array(data), as: .keyedArchive)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    let back = try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey))
    #expect(try BinaryPropertyListValue(document.root) == BinaryPropertyListValue(back))
  }

  private func json(_ object: Any) throws -> String {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    let output = try convert(Array(data), from: .keyedArchive, by: .compact(.json))
    return String(decoding: output, as: UTF8.self)
  }

  @Test func readsClassesThatPropertyListsDoNotHave() throws {
    let base = try #require(URL(string: "https://example.com/a/b?c"))
    let url = try #require(URL(string: "../d/./e#f", relativeTo: base))
    let uuid = UUID()
    #expect(try json(NSNull()) == "null\n")
    #expect(try json(url as NSURL) == "\"\(url.absoluteString)\"\n")
    #expect(try json(uuid as NSUUID) == "\"\(uuid.uuidString)\"\n")
    #expect(try json(NSSet(array: ["a"])) == "[\"a\"]\n")
    #expect(try json(NSOrderedSet(array: ["b", "a"])) == "[\"b\",\"a\"]\n")
    #expect(try json(NSMutableString(string: "é")) == "\"é\"\n")
    #expect(try json(NSMutableData(data: Data([1, 2]))) == "\"AQI=\"\n")
    #expect(try json(NSDictionary(object: "b", forKey: 5 as NSNumber)) == "{\"5\":\"b\"}\n")
    #expect(
      try json(NSValue(range: NSRange(location: 3, length: 4)))
        == "{\"location\":3,\"length\":4}\n")
    #expect(try json(NSValue(point: NSPoint(x: 1.5, y: -2))) == "{\"x\":1.5,\"y\":-2.0}\n")
    #expect(
      try json(NSValue(size: NSSize(width: 1, height: 2))) == "{\"width\":1.0,\"height\":2.0}\n")
  }

  @Test func sharedObjectsAreAliases() throws {
    let shared = NSMutableArray(array: ["x"])
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [shared, shared, "x"]), requiringSecureCoding: false)
    #expect(
      try convert(Array(data), from: .keyedArchive, by: .compact(.json))
        == Array("[[\"x\"],[\"x\"],\"x\"]\n".utf8))
    let yaml = try convert(Array(data), from: .keyedArchive, by: Plan(to: .yaml))
    #expect(String(decoding: yaml, as: UTF8.self) == "- &o2\n  - x\n- *o2\n- x\n")
  }

  /// The archiver prefixes a class's keys that begin with a dollar sign with another one.
  @Test func readsTheKeysThatAClassGave() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: DollarKeys(), requiringSecureCoding: false)
    var plan = Plan.compact(.json)
    plan.keyOrder = .byBytes
    let output = try convert(Array(data), from: .keyedArchive, by: plan)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"$$b":1,"$a":"x","$class":"DecantPropertyListTests.DollarKeys","c":2}"# + "\n")
  }

  @Test func readsTheRunsOfAnAttributedString() throws {
    let text = NSMutableAttributedString(string: "a😀bc")
    text.addAttribute(
      NSAttributedString.Key("k"), value: "v", range: NSRange(location: 1, length: 2))
    #expect(
      try json(text) == """
        {"string":"a😀bc","runs":[{"location":0,"length":1,"attributes":{}},\
        {"location":1,"length":2,"attributes":{"k":"v"}},\
        {"location":3,"length":2,"attributes":{}}]}

        """)
  }
}

extension BinaryPropertyListValue {
  fileprivate var object: Any {
    switch self {
    case .sequence(let elements): NSArray(array: elements.map(\.object))
    case .mapping(let pairs):
      NSDictionary(
        objects: pairs.map(\.value.object), forKeys: pairs.map { NSString(string: $0.key) })
    case .string(let text): NSString(string: text)
    case .data(let bytes): NSData(data: Data(bytes))
    case .date(let bits): NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    case .boolean(let value): NSNumber(value: value)
    default: foundation
    }
  }
}

final class DollarKeys: NSObject, NSCoding {
  override init() {}

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode("x" as NSString, forKey: "$a")
    coder.encode(1, forKey: "$$b")
    coder.encode(2, forKey: "c")
  }
}
