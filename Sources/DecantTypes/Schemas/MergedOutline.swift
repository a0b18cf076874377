internal import DecantCore
internal import DecantSchema

/// The outlines of all subschemas that apply to a value, as one.
struct MergedOutline {
  typealias JSONTypes = SchemaOutline.JSONTypes

  private var given: JSONTypes?
  private var implied: JSONTypes = []
  private(set) var constants: [SchemaOutline.Constant]?
  /// The properties in the order in which they are first declared, each with all subschemas that apply to it.
  private(set) var properties: [(key: String, subschemas: [Int])] = []
  private var indexOfKey: [KeyText: Int] = [:]
  private(set) var required: Set<KeyText> = []
  private(set) var patterns: [(matchesAll: Bool, subschema: Int)] = []
  private(set) var additional: Int?
  private(set) var items: (prefix: [Int], rest: Int?)?
  private(set) var isNever = false
  private(set) var least = -Double.infinity
  private(set) var greatest = Double.infinity
  /// The subschemas that apply, and whether each has lists of alternatives.
  var parts: [(subschema: Int, hasChoices: Bool)] = []
  /// The lists of alternatives, each with the subschema that has it.
  private(set) var choices: [(owner: Int, list: [Int])] = []
  private(set) var conditional: [Int] = []

  mutating func add(_ outline: SchemaOutline) {
    isNever = isNever || outline.isNever
    if let kinds = outline.kinds { given = given?.intersection(kinds) ?? kinds }
    implied.formUnion(outline.implied)
    constants = constants ?? outline.constants
    for (key, subschema) in outline.properties { add(key, subschema) }
    for key in outline.required { required.insert(KeyText(key)) }
    patterns += outline.patterns
    additional = additional ?? outline.additional
    items = items ?? outline.items
    least = max(least, outline.least)
    greatest = min(greatest, outline.greatest)
    conditional += outline.conditional
  }

  mutating func add(_ list: [Int], of owner: Int) { choices.append((owner, list)) }

  private mutating func add(_ key: String, _ subschema: Int) {
    if let index = indexOfKey[KeyText(key)] {
      properties[index].subschemas.append(subschema)
    } else {
      indexOfKey[KeyText(key)] = properties.count
      properties.append((key, [subschema]))
    }
  }

  func declares(_ key: String) -> Bool { indexOfKey[KeyText(key)] != nil }

  /// Whether nothing but types is required, which alternatives repeat or narrow.
  var isPlain: Bool {
    properties.isEmpty && constants == nil && items == nil && patterns.isEmpty && !isNever
  }

  /// The types of values: those of `type` and of constants, or else those that the other keywords are about.
  var kinds: JSONTypes {
    guard !isNever else { return [] }
    var kinds = given ?? .all
    if let constants {
      var types: JSONTypes = []
      for constant in constants {
        switch constant {
        case .string: types.insert(.string)
        case .other(let kind): types.formUnion(kind)
        }
      }
      kinds.formIntersection(types)
    } else if given == nil, !implied.isEmpty {
      kinds = implied
    }
    return kinds
  }

  /// The type of numbers.
  var number: SchemaGraph.Content {
    guard !kinds.contains(.fraction) else { return .double }
    let end = 9_223_372_036_854_775_808.0
    let isLong = greatest > end && greatest < .infinity || least < -end && least > -.infinity
    guard isLong else { return .int }
    return least >= 0 && greatest <= 2 * end ? .uint64 : .double
  }
}
