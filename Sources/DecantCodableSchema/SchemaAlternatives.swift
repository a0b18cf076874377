internal import DecantCore

/// Schemas of one kind of values, into which those that `JSONSchema.document(of:)` writes are divided: true for any value, a
/// constant, a type with its keywords, or a comment why the values are not known.
extension Value {
  /// Returns the alternatives of a schema in a document; none if it accepts no value.
  func alternatives(in root: Value, following references: [Value] = []) -> [Value] {
    if let isAny = bool { return isAny ? [true] : [] }
    if let reason { return [.unknown(reason)] }
    let keywords = (mapping?.keys.compactMap(\.string) ?? ["not an object"]).filter {
      !["$schema", "title", "$defs"].contains($0)
    }
    switch keywords.sorted() {
    case []: return [true]
    case ["$ref"]:
      let target = dereferenced(in: root)
      guard target != self, !references.contains(self) else {
        return [.unknown("a reference leads nowhere")]
      }
      return target.alternatives(in: root, following: references + [self])
    case ["anyOf"]:
      return (self["anyOf"]?.array ?? []).flatMap {
        $0.alternatives(in: root, following: references)
      }
    case ["const"], ["enum"],
      ["enum", "type"] where self["type"] ?? "string" == "string":
      let constants = self["enum"]?.array ?? [self["const"] ?? .null]
      return constants.filter { self["type"] == nil || $0.string != nil }.map {
        $0.array != nil || $0.mapping != nil ? .unknown("a constant collection") : ["const": $0]
      }
    default: return typed(keywords)
    }
  }

  /// Returns the schema that a reference leads to, or else the schema itself.
  func dereferenced(in root: Value) -> Value {
    guard mapping?.count == 1, let reference = self["$ref"]?.string else { return self }
    guard reference != "#" else { return root }
    return reference.hasPrefix("#/$defs/")
      ? root["$defs"]?[String(reference.dropFirst(8))] ?? self : self
  }

  private func typed(_ keywords: [String]) -> [Value] {
    func keywordsOf(_ type: Value) -> [String] {
      switch type {
      case "string": ["format", "contentEncoding"]
      case "integer", "number": ["minimum", "maximum"]
      case "array": ["prefixItems", "minItems", "items"]
      case "object": ["properties", "required", "additionalProperties"]
      default: []
      }
    }
    let types = self["type"]?.array ?? self["type"].map { [$0] } ?? []
    let own = types.flatMap(keywordsOf) + ["type"]
    let isBound = ["minimum", "maximum", "minItems"].contains
    if let keyword = keywords.first(where: {
      !own.contains($0) || isBound($0) && self[$0]?.int == nil
    }) {
      return [.unknown("the keyword \(keyword.quoted)")]
    }
    return types.flatMap { type -> [Value] in
      if type == "null" { return [["const": .null]] }
      if type == "boolean" { return [["const": false], ["const": true]] }
      var one: Value = ["type": type]
      for keyword in keywordsOf(type) { one[keyword] = self[keyword] }
      return [one]
    }
  }

  private static func unknown(_ reason: String) -> Value { ["$comment": .string(reason)] }

  // MARK: Alternatives

  /// Why it is not known what a schema accepts.
  var reason: String? { self["$comment"]?.string }

  var isConstant: Bool { mapping?.keys.first == "const" }
  var isCollection: Bool { self["type"] == "array" || self["type"] == "object" }
  var properties: Mapping { self["properties"]?.mapping ?? [:] }
  var required: [Value] { self["required"]?.array ?? [] }
  var first: [Value] { self["prefixItems"]?.array ?? [] }

  /// The schema of other keys or elements; nil if none are written, and any are read.
  var others: Value? {
    self["additionalProperties"] ?? self["items"]
      ?? (self["type"] == "array" && first.isEmpty ? true : Value?.none)
  }

  func element(_ index: Int) -> Value? { index < first.count ? first[index] : others }

  /// Whether all values are of another alternative; false for collections, whose parts tell.
  func isRead(by other: Value) -> Bool {
    if other == true || isConstant && self == other { return true }
    let one = self["const"]?.schemaOfScalar ?? self
    func isWithin(_ keyword: String, _ isWithin: (Int, Int) -> Bool) -> Bool {
      guard let bound = other[keyword]?.int else { return true }
      return one[keyword]?.int.map { isWithin($0, bound) } ?? false
    }
    switch (one["type"], other["type"]) {
    case ("string"?, "string"?):
      return ["format", "contentEncoding"].allSatisfy { other[$0] == nil || other[$0] == one[$0] }
    case ("integer"?, "integer"?), ("integer"?, "number"?), ("number"?, "number"?):
      return isWithin("minimum", >=) && isWithin("maximum", <=)
    default: return false
    }
  }

  private var schemaOfScalar: Value {
    switch self {
    case .string: ["type": "string"]
    case .number(let number) where number.int != nil:
      ["type": "integer", "minimum": self, "maximum": self]
    case .number: ["type": "number"]
    default: [:]
    }
  }

  /// Whether an object may have all keys that another one requires.
  func mayHaveKeys(requiredBy other: Value) -> Bool {
    others != nil || other.required.allSatisfy { properties[forKey: $0] != nil }
  }

  /// Returns an object for each value of the first enumeration in it; empty if it has none.
  func divided(in root: Value) -> [Value] {
    for key in required {
      guard let values = properties[forKey: key]?.alternatives(in: root), values.count > 1,
        values.allSatisfy(\.isConstant)
      else { continue }
      return values.map { value in
        var part = self
        part["properties"]?[key.string ?? ""] = value
        return part
      }
    }
    return []
  }

  /// The values of an alternative in a message.
  var words: String {
    if isConstant { return (self["const"] ?? .null).description.visible(limit: 64) }
    guard let type = self["type"]?.string else { return reason ?? "any value" }
    let constant = required.first { properties[forKey: $0]?["const"] != nil }
    let details: [String] =
      if let constant {
        ["\(constant.string ?? ""): \(properties[forKey: constant]?["const"] ?? .null)"]
      } else if isCollection {
        required.compactMap(\.string)
      } else {
        (mapping ?? [:]).dropFirst().map {
          "\($0.key.string ?? "") \($0.value.string ?? "\($0.value)")"
        }
      }
    return ("aio".contains(type.first ?? "x") ? "an " : "a ") + type
      + (details.isEmpty ? "" : " (\(details.joined(separator: ", ").visible(limit: 100)))")
  }
}
