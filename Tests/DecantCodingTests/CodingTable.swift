import Foundation

enum CodingTable {
  static let scalars: [CodingCase] = [
    CodingCase("true", true),
    CodingCase("false", false),
    CodingCase("zero", 0),
    CodingCase("minus one", -1),
    CodingCase("the least Int", Int.min),
    CodingCase("the greatest Int", Int.max),
    CodingCase("the least Int8", Int8.min),
    CodingCase("the greatest Int8", Int8.max),
    CodingCase("the least Int16", Int16.min),
    CodingCase("the least Int32", Int32.min),
    CodingCase("the greatest Int32", Int32.max),
    CodingCase("the least Int64", Int64.min),
    CodingCase("the greatest UInt8", UInt8.max),
    CodingCase("the greatest UInt16", UInt16.max),
    CodingCase("the greatest UInt32", UInt32.max),
    CodingCase("the greatest UInt64", UInt64.max),
    CodingCase("the greatest UInt", UInt.max),
    CodingCase("a double without a fraction", 1.0),
    CodingCase("a tenth", 0.1),
    CodingCase("minus zero point five", -0.5),
    CodingCase("the least positive double", Double.leastNonzeroMagnitude),
    CodingCase("the least normal double", Double.leastNormalMagnitude),
    CodingCase("the greatest double", Double.greatestFiniteMagnitude),
    CodingCase("pi", Double.pi),
    CodingCase("a double of seventeen digits", 0.30000000000000004),
    CodingCase("a double halfway between two", 9007199254740993.0),
    CodingCase("ten to the 22nd", 1e22),
    CodingCase("ten to the 23rd", 1e23),
    CodingCase("a float", Float(0.1)),
    CodingCase("the greatest float", Float.greatestFiniteMagnitude),
    CodingCase("the least float", Float.leastNonzeroMagnitude),
    CodingCase("an empty string", ""),
    CodingCase("a short string", "hello"),
    CodingCase("a long string", String(repeating: "0123456789", count: 1000)),
    CodingCase("quotes and backslashes", #"say "\n" \ /"#),
    CodingCase("line ends and tabs", "a\nb\tc"),
    CodingCase("umlauts", "äöüß"),
    CodingCase("an accent apart from its letter", "e\u{301}"),
    CodingCase("emoji", "👩‍👩‍👧‍👦🇦🇶"),
    CodingCase("Chinese", "中文字符"),
    CodingCase("markup", "<a href='x'>&amp;</a>"),
    CodingCase("spaces at both ends", "  x  "),
    CodingCase("a string that looks like a number", "12"),
    CodingCase("a string that looks like true", "true"),
    CodingCase("a string that looks like null", "null"),
    CodingCase("a string that looks like a date", "2001-01-01T00:00:00Z"),
    CodingCase("a string that looks like a mapping", "{a: b}"),
  ]

  static let foundation: [CodingCase] = [
    CodingCase("a date", Date(timeIntervalSinceReferenceDate: 700_000_000)),
    CodingCase("a date before 2001", Date(timeIntervalSinceReferenceDate: -700_000_000)),
    CodingCase("a date before 1970", Date(timeIntervalSince1970: -1)),
    CodingCase("no data", Data()),
    CodingCase("a byte", Data([0])),
    CodingCase("two bytes", Data([0xFF, 0xFE])),
    CodingCase("many bytes", Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })),
    CodingCase("a URL", URL(string: "https://example.org/a%20b?c=d&e#f")),
    CodingCase("a UUID", UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))),
    CodingCase("a decimal number", Foundation.Decimal(string: "1.10")),
    CodingCase(
      "a decimal number of 38 digits",
      Foundation.Decimal(string: "12345678901234567890123456789012345678")),
    CodingCase("a small decimal number", Foundation.Decimal(string: "0.000000000000000000001")),
    CodingCase("a negative decimal number", Foundation.Decimal(string: "-273.15")),
    CodingCase("all of them", Models.Everything()),
  ]

  static let collections: [CodingCase] = [
    CodingCase("an empty array", [Int]()),
    CodingCase("integers", [1, 2, 3]),
    CodingCase("doubles", [1.5, -2.25, 1e300]),
    CodingCase("strings", ["a", "", "c"]),
    CodingCase("arrays of arrays", [[1], [], [2, 3]]),
    CodingCase("deep arrays", [[[[[[1]]]]]]),
    CodingCase("an empty dictionary", [String: Int]()),
    CodingCase("a dictionary", ["a": 1, "b": 2, "ä": 3]),
    CodingCase("an empty key", ["": 1]),
    CodingCase("keys with dots and slashes", ["a.b": 1, "a/b": 2, "~": 3]),
    CodingCase("integer keys", [1: "a", -2: "b"]),
    CodingCase("enum keys", [Models.Colour.red: 1, .green: 2]),
    CodingCase("keys that are doubles", [1.5: "a"]),
    CodingCase(
      "a large dictionary",
      Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0) })),
    CodingCase("dictionaries of arrays", ["a": [1], "b": []]),
    CodingCase("arrays of dictionaries", [["a": 1], [:]]),
    CodingCase("a set", Set([1, 2, 3])),
    CodingCase("bytes as numbers", [UInt8](0...255)),
    CodingCase("an optional that is there", Int?.some(1)),
    CodingCase("an optional that is not", Int?.none),
    CodingCase("optionals among others", [1, nil, 3]),
    CodingCase("an optional of an optional", Int??.some(.some(1))),
    CodingCase("an optional of an optional that is not there", Int??.none),
    CodingCase("optional values of keys", ["a": 1, "b": nil]),
    CodingCase("optional arrays", [[1], nil]),
    CodingCase("dates in a dictionary", ["a": Date(timeIntervalSinceReferenceDate: 1)]),
    CodingCase("data in an array", [Data([1]), Data()]),
    CodingCase("a range", 1..<10),
    CodingCase("a closed range", -1.5...1.5),
    CodingCase("a partial range", PartialRangeFromCase()),
    CodingCase("a contiguous array", ContiguousArray([1, 2])),
  ]

  static let types: [CodingCase] = [
    CodingCase("a structure", Models.Address(street: "x", number: 1, location: [1.5, 2])),
    CodingCase("an absent property", Models.Address(street: "x", number: nil, location: [])),
    CodingCase("a nested structure", person),
    CodingCase("a structure in itself", married),
    CodingCase("people", [person, married, person]),
    CodingCase("an enum with strings", Models.Colour.allCases),
    CodingCase("an enum with integers", [Models.Level.low, .high]),
    CodingCase("an enum case without values", Models.Shape.none),
    CodingCase("an enum case with a named value", Models.Shape.circle(radius: 1.5)),
    CodingCase("an enum case with values", Models.Shape.rectangle(1, 2.5)),
    CodingCase(
      "an enum that holds itself",
      Models.Shape.group([.none, .group([], name: "x"), .circle(radius: 2)], name: nil)),
    CodingCase("other names", Models.Renamed(id: 1, title: "x")),
    CodingCase("other names, one absent", Models.Renamed(id: nil, title: "x")),
    CodingCase("a class", Models.Animal(name: "Rex")),
    CodingCase("a class with a super encoder", Models.Dog(name: "Rex", tricks: ["sit"])),
    CodingCase("a class in its superclass's mapping", Models.Cat(name: "Tom")),
    CodingCase("a box", Models.Box(1)),
    CodingCase("a box in a box", Models.Box(Models.Box("x"))),
    CodingCase("containers in turns", Models.Interleaved()),
    CodingCase("a tuple", Models.Tuple()),
    CodingCase("a type that encodes nothing", Models.Silent()),
    CodingCase("types that say nothing", [Models.Silent(), Models.Silent()]),
    CodingCase("numbers of all widths", Models.Numbers()),
  ]

  static let all = scalars + foundation + collections + types

  private static let person = Models.Person(
    name: "Ann", age: 41, isMember: true,
    addresses: [Models.Address(street: "y", number: 2, location: [0.1, 0.2])],
    favourites: ["tea": 1])

  private static let married = Models.Person(name: "Bob", age: 40, spouse: Models.Box(person))
}

/// Swift encodes a range without an upper bound as its lower bound.
struct PartialRangeFromCase: Codable, Equatable, Sendable {
  var lowerBound = 3

  init() {}

  init(from decoder: any Decoder) throws {
    lowerBound = try PartialRangeFrom<Int>(from: decoder).lowerBound
  }

  func encode(to encoder: any Encoder) throws {
    try (lowerBound...).encode(to: encoder)
  }
}
